/**
 * A witness of the deal: it gives a share of one's own to the chance of each round, and checks
 * afterwards that the seed is the one the table was bound to, and that the share was used.
 */
import type { Seat } from "../model/cards";
import type { PublicEvent } from "../protocol";
import { bytesOf, hex, sha256 } from "./sha256";

/** What came of it: proved, or not what was promised; null where nothing can be said. */
export type Verdict = "proved" | "broken" | null;

/** What the witness sees of a room, and how it speaks there. */
export interface Stand {
  me(): Seat | null;
  /** What the table is bound to for the next round. */
  commit(): string | null;
  give(value: string): void;
  readonly kept: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  random(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
}

/** What the table was bound to when a share was pledged, and the share. */
interface Pledge {
  readonly commit: string;
  readonly share: string;
}

const SHARE_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/;

export class Witness {
  readonly #place: string;

  constructor(
    code: string,
    readonly stand: Stand,
  ) {
    this.#place = `pellmell.witness.${code}`;
  }

  /** Pledges a share for the next round, once the table is bound to its seed. */
  look(): void {
    const commit = this.stand.commit();
    if (commit === null || this.stand.me() === null) return;
    if (this.#read("next")?.commit === commit) return;
    const share = hex(this.stand.random(new Uint8Array(SHARE_BYTES)));
    this.#write("next", { commit, share });
    this.stand.give(hex(sha256(bytesOf(share))));
  }

  /** Takes in an event of the room; after a round, what came of it. */
  happened(event: PublicEvent): Verdict {
    const me = this.stand.me();
    switch (event.k) {
      case "shares":
        if (me !== null && event.of.includes(me)) this.#give();
        return null;
      case "dealt":
        this.#seal();
        return null;
      case "reveal":
        return this.#judge(event.seed, me === null ? undefined : event.shares[me]);
      default:
        return null;
    }
  }

  #give(): void {
    const next = this.#read("next");
    if (next !== null) this.stand.give(next.share);
  }

  #seal(): void {
    const next = this.#read("next");
    if (next !== null) this.#write("sealed", next);
  }

  #judge(seed: string, used: string | undefined): Verdict {
    const sealed = this.#read("sealed");
    if (sealed === null) return null;
    if (hex(sha256(bytesOf(seed))) !== sealed.commit) return "broken";
    // A share that came too late is not used; the seed is the promised one all the same.
    return used === undefined || used === sealed.share ? "proved" : "broken";
  }

  #read(which: "next" | "sealed"): Pledge | null {
    const text = this.stand.kept.getItem(`${this.#place}.${which}`);
    try {
      const { commit, share } = JSON.parse(text ?? "null") as Pledge;
      return HEX.test(commit) && HEX.test(share) ? { commit, share } : null;
    } catch {
      return null;
    }
  }

  #write(which: "next" | "sealed", pledge: Pledge): void {
    this.stand.kept.setItem(`${this.#place}.${which}`, JSON.stringify(pledge));
  }
}
