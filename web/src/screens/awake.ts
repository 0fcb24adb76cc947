/** Keeps the screen on while somebody plays or watches; only pages of a secure address may ask for it. */

/** What is asked of the browser. */
export interface Screen {
  /** Missing where a page may not ask. */
  readonly wakeLock?: Pick<WakeLock, "request">;
  readonly page: Pick<Document, "hidden" | "addEventListener" | "removeEventListener">;
}

// The types of the library know no browser without it.
const lockOf = (): WakeLock | undefined => (navigator as Partial<Navigator>).wakeLock;

const here = (): Screen => {
  const wakeLock = lockOf();
  return { page: document, ...(wakeLock && { wakeLock }) };
};

export const canStayAwake = (): boolean => lockOf() !== undefined;

/** Asks at once, and again whenever the page comes back: a browser takes the lock from what is hidden. The answer ends it. */
export function stayAwake({ wakeLock, page }: Screen = here()): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async (): Promise<void> => {
    if (wakeLock === undefined || page.hidden || lock?.released === false) return;
    try {
      lock = await wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // A device that saves its battery refuses.
    }
  };
  void ask();
  page.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    page.removeEventListener("visibilitychange", ask);
    void lock?.release().catch(() => undefined);
  };
}
