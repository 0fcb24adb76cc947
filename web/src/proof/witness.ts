/**
 * A witness of the deal: it gives a share of one's own to the chance of each round. Afterwards it
 * checks that the seed is the one the table was bound to, that the share was used, and that the two
 * deal the cards that lay open when the round began.
 */
import type { Seat } from "../model/cards";
import { parsePosition, writePosition } from "../model/notation";
import type { Rules } from "../model/rules";
import { publicTable } from "../model/table";
import { fieldsIn } from "../net/fields";
import type { PublicEvent } from "../protocol";
import { dealtAgain } from "./dealt";
import { chanceOf, type Sealed } from "./dice";
import { bytesOf, hex, sha256 } from "./sha256";

/**
 * What came of it: proved, with one's own share or without any of one's own that was asked for;
 * proved but for that share, which was pledged and not used; or not what was promised. Null where
 * nothing can be said.
 */
export type Verdict = "proved" | "withheld" | "broken" | null;

/** What the witness sees of a room, and how it speaks there. */
export interface Stand {
  me(): Seat | null;
  /** What the table is bound to for the next round. */
  commit(): string | null;
  rules(): Rules;
  give(value: string): void;
  readonly kept: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  random(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
}

/** What the table was bound to when a share was pledged, and the share; none of who watches. */
interface Pledge {
  readonly commit: string;
  readonly share: string | null;
}

/** What was dealt under a pledge: all that everybody saw of it. */
interface Dealing extends Pledge {
  readonly table: string;
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
    if (commit === null) return;
    const [next, sits] = [this.#pledge(), this.stand.me() !== null];
    if (next?.commit === commit && (next.share !== null || !sits)) return;
    const share = sits ? hex(this.stand.random(new Uint8Array(SHARE_BYTES))) : null;
    this.#write("next", { commit, share });
    if (share !== null) this.stand.give(hex(sha256(bytesOf(share))));
  }

  /** Takes in an event of the room; after a round, what came of it. */
  happened(event: PublicEvent): Verdict {
    const me = this.stand.me();
    switch (event.k) {
      case "shares":
        if (me !== null && event.of.includes(me)) this.#give();
        return null;
      case "dealt":
        this.#seal(event.table);
        return null;
      case "reveal":
        return this.#judge(event.seed, event.shares, me);
      default:
        return null;
    }
  }

  #give(): void {
    const share = this.#pledge()?.share ?? null;
    if (share !== null) this.stand.give(share);
  }

  #seal(table: string): void {
    const next = this.#pledge();
    if (next !== null) this.#write("sealed", { ...next, table });
  }

  #judge(seed: string, shares: Sealed["shares"], me: Seat | null): Verdict {
    const sealed = this.#dealing();
    if (sealed === null) return null;
    const used = me === null ? undefined : shares[me];
    const isBound = hex(sha256(bytesOf(seed))) === sealed.commit && (used === undefined || used === sealed.share);
    if (!isBound || !this.#isDealt(sealed.table, { seed, shares })) return "broken";
    // It may have come too late; nobody but oneself can know.
    return sealed.share !== null && used === undefined ? "withheld" : "proved";
  }

  /** Whether the seed and the shares deal what lay open when the round began. */
  #isDealt(open: string, sealed: Sealed): boolean {
    const again = dealtAgain(parsePosition(open), this.stand.rules(), chanceOf(sealed));
    return writePosition(publicTable(again)) === writePosition(parsePosition(open));
  }

  #pledge(): Pledge | null {
    const { commit, share } = this.#read<Pledge>("next");
    return HEX.test(commit ?? "") && (share === null || HEX.test(share ?? "")) ? { commit: commit!, share: share! } : null;
  }

  #dealing(): Dealing | null {
    const { commit, share, table } = this.#read<Dealing>("sealed");
    return HEX.test(commit ?? "") && typeof table === "string" ? { commit: commit!, share: share ?? null, table } : null;
  }

  #read<T>(which: "next" | "sealed"): Partial<T> {
    return fieldsIn(this.stand.kept.getItem(`${this.#place}.${which}`)) as Partial<T>;
  }

  #write(which: "next" | "sealed", pledge: Pledge | Dealing): void {
    this.stand.kept.setItem(`${this.#place}.${which}`, JSON.stringify(pledge));
  }
}
