/** What bots are called: short names, no two alike and all in letters that every font has. */
export const NAMES: readonly string[] =
  "Pip Juno Moss Otto Wren Ziggy Fern Basil Nell Bruno Tilly Rufus Poppy Milo Clover Hugo Olive Felix Maple Toby Hazel Oscar Minka Bertie Saffi Kasper Dotty Rollo Pepper Linus Mabel Quinn".split(" ");
