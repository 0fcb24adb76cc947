/** Cards in the air: a pool of promoted elements that fly from one rectangle to another. */

import type { Card, Seat } from "../model/cards";
import { element, Face } from "./face";
import type { Rect } from "./measures";
import { over, put } from "./place";

const POOL = 24;
/** Above this many flights a second the table shows rings only. */
const BUSY = 25;

interface Flyer {
  readonly node: HTMLElement;
  readonly face: Face;
  flight: Animation | null;
}

export interface Flight {
  readonly card: Card;
  readonly tag: Seat | null;
  readonly from: Rect;
  readonly to: Rect;
  readonly ms: number;
  /** Called once, when the card lies; at once where it cannot fly. */
  readonly landed: () => void;
}

export class Flights {
  private readonly pool: Flyer[];
  private readonly recent: number[] = [];
  private readonly unwelcome = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(root: HTMLElement, private readonly now: () => number, private readonly wished: () => boolean) {
    this.pool = Array.from({ length: POOL }, () => {
      const face = new Face();
      const node = element("div", "flyer", { "aria-hidden": "true" }, [face.node]);
      root.append(node);
      return { node, face, flight: null };
    });
  }

  /** Whether cards fly at all now: not where motion is unwelcome, nor in a flurry. */
  get calm(): boolean {
    return !this.still && !document.hidden && this.inLastSecond() < BUSY;
  }

  private get still(): boolean {
    return this.unwelcome.matches || this.wished();
  }

  /** Returns a function that ends the flight early, or null where none began. */
  fly(flight: Flight): (() => void) | null {
    this.recent.push(this.now());
    const flyer = this.pool.find((one) => one.flight === null);
    if (flyer === undefined || this.still || document.hidden) {
      flight.landed();
      return null;
    }
    return this.launch(flyer, flight);
  }

  private launch(flyer: Flyer, { card, tag, from, to, ms, landed }: Flight): () => void {
    flyer.face.show(card, tag);
    put(flyer.node, to);
    flyer.node.classList.add("flying");
    const flight = flyer.node.animate([{ transform: over(to, from) }, { transform: over(to, to) }], {
      duration: ms,
      easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
    });
    flyer.flight = flight;
    const end = (): void => {
      if (flyer.flight !== flight) return;
      flyer.flight = null;
      flyer.node.classList.remove("flying");
      flight.cancel();
      landed();
    };
    flight.onfinish = end;
    return end;
  }

  private inLastSecond(): number {
    const now = this.now();
    while (this.recent.length > 0 && now - (this.recent[0] ?? 0) > 1000) this.recent.shift();
    return this.recent.length;
  }
}
