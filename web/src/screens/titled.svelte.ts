/** The title of the page while a screen is shown. */

const PRODUCT = "Pellmell";

export function titled(what: () => string): void {
  $effect(() => {
    const name = what();
    document.title = name === "" ? PRODUCT : `${name} · ${PRODUCT}`;
    return () => (document.title = PRODUCT);
  });
}
