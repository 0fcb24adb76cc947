/** A key that acts when it is touched, not when it is let go; and when a key or a screen reader clicks. */

export function tapped(act: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    const ends = new AbortController();
    const { signal } = ends;
    node.addEventListener("pointerdown", (event) => down(event, act), { signal });
    // Fingers have been heard already: only a click without a pointer counts.
    node.addEventListener("click", (event) => event.detail === 0 && act(), { signal });
    return () => ends.abort();
  };
}

function down(event: PointerEvent, act: () => void): void {
  if (event.button !== 0) return;
  event.preventDefault();
  act();
}
