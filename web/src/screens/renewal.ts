/** An old page after an upgrade of its server: loaded anew at a quiet moment, once. */
import type { ConnectionState } from "../net/connection";
import type { Store } from "../net/world";
import type { Phase } from "../protocol";

const KEPT = "pellmell.renewed";

export interface Page {
  /** Which build this page is: the address of one of its files. */
  readonly build: string;
  /** Whether the server has no such build any more. */
  replaced(): Promise<boolean>;
  reload(): void;
  readonly tab: Store;
}

/** What the server still gives out stands in its files, each of which has its own name. */
export const browserPage = (tab: Store): Page => ({
  build: import.meta.url,
  async replaced() {
    try {
      return (await fetch(import.meta.url, { method: "HEAD", cache: "no-store" })).status === 404;
    } catch {
      return false;
    }
  },
  reload: () => location.reload(),
  tab,
});

export class Renewal {
  #lost = false;
  #old = false;
  #quiet = true;

  constructor(private readonly page: Page) {}

  /** Takes in how the line is now, and what is shown: null before anything is. */
  saw({ state, why }: ConnectionState, shown: Phase | null): void {
    this.#quiet = shown === null || shown === "lobby" || shown === "result" || shown === "over";
    if (state === "closed") {
      if (why === "outdated") this.#renew();
      return;
    }
    if (state === "open" && this.#lost) void this.#look();
    this.#lost = state === "lost" || state === "barred";
    if (this.#old && state === "open" && this.#quiet) this.#renew();
  }

  async #look(): Promise<void> {
    this.#old = await this.page.replaced();
    if (this.#old && this.#quiet) this.#renew();
  }

  /** Loads the page anew; never twice for the same build, as then it would go on for ever. */
  #renew(): void {
    if (this.page.tab.getItem(KEPT) === this.page.build) return;
    this.page.tab.setItem(KEPT, this.page.build);
    this.page.reload();
  }
}
