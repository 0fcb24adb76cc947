/** A key that acts when it is touched, not when it is let go; and when a key or a screen reader clicks. */

interface Tapped {
  readonly onpointerdown: (event: PointerEvent) => void;
  readonly onclick: (event: MouseEvent) => void;
}

export const tapped = (act: () => void): Tapped => ({
  onpointerdown: (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    act();
  },
  // Fingers have been heard already: only a click without a pointer counts.
  onclick: (event) => event.detail === 0 && act(),
});
