/** Keeps the focus where somebody was: what is drawn anew must not throw a keyboard out of its place. */

/** What can take over the focus of something within it that has gone. */
const AROUND = "li, form, section, dialog, main";

/** Follow the focus, and give it to what lay around it when its element has gone; the return value ends that. */
export function keepFocus(root: HTMLElement): () => void {
  let around: Element[] = [];
  const remember = (event: FocusEvent): void => void (around = event.target instanceof Element ? ancestors(event.target) : []);
  const watch = new MutationObserver(() => {
    const [here] = around;
    if (here === undefined || here.isConnected || document.activeElement !== document.body) return;
    const left = around.find((one) => one.isConnected && one.matches(AROUND));
    take(left ?? root.querySelector("main"));
  });
  document.addEventListener("focusin", remember);
  watch.observe(root, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    watch.disconnect();
  };
}

function ancestors(node: Element): Element[] {
  const above = node.parentElement;
  return above === null ? [node] : [node, ...ancestors(above)];
}

function take(node: Element | null): void {
  if (!(node instanceof HTMLElement)) return;
  if (node.tabIndex < 0) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}
