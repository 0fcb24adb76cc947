/** A look at somebody's row, for those who do not play just now: as long as their chip is held, or by a key. */

import type { Seat } from "../model/cards";
import { type Area, top } from "../model/table";
import { element, Face, named, tell } from "./face";
import { type Rect, tall } from "./measures";
import { put } from "./place";
import type { Words } from "./words";

/** Whose cards there are to be seen, and where their chip lies. */
export interface Seen {
  readonly area: Area;
  readonly chip: Rect;
}

/** A finger that stays so long wants to see; one that scrolls or taps has gone by then. */
const HOLD = 300;
const WIDEST = 44;
const PAD = 8;
const GAP = 5;

export class Peek {
  private readonly cards = element("div", "peek-cards", { "aria-hidden": "true" });
  private readonly said = document.createTextNode("");
  private readonly node = element("div", "peek-row", { role: "status" }, [this.cards, named(this.said)]);
  private readonly faces: Face[] = [];
  private readonly ends = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private chip: HTMLElement | null = null;

  constructor(private readonly root: HTMLElement, private readonly words: Words, private readonly look: (seat: Seat) => Seen | null) {
    const { signal } = this.ends;
    root.append(this.node);
    root.addEventListener("pointerdown", (event) => this.press(event), { signal });
    root.addEventListener("pointerup", () => this.close(), { signal });
    root.addEventListener("pointercancel", () => this.close(), { signal });
    root.addEventListener("focusout", () => this.close(), { signal });
    root.addEventListener("keydown", (event) => this.key(event), { signal });
    // Fingers speak through pointer events; a click without them comes from a screen reader.
    root.addEventListener("click", (event) => event.detail === 0 && this.toggle(chipAt(event.target)), { signal });
  }

  /** Draw what lies there by now. */
  draw(): void {
    if (this.chip === null) return;
    const seen = this.look(this.chip.dataset["seat"] as Seat);
    if (seen === null) return this.close();
    const { row, waste } = seen.area;
    const tops = [...row.map((cards) => cards.at(-1)), top(waste)];
    while (this.faces.length < tops.length) this.cards.append(this.faces[this.faces.push(new Face()) - 1]!.node);
    this.faces.forEach(({ node }, at) => node.classList.toggle("absent", at >= tops.length));
    tops.forEach((card, at) => {
      this.faces[at]!.node.classList.toggle("empty", card === undefined);
      if (card !== undefined) this.faces[at]!.show(card, null);
    });
    const slots = row.map((cards, slot) => this.words.own("row", slot, cards.at(-1) ?? null, cards.length));
    const count = waste.hidden + waste.cards.length;
    tell(this.said, [...slots, this.words.own("waste", 0, top(waste) ?? null, count)].join("; "));
    this.place(seen.chip, tops.length);
  }

  close(): void {
    clearTimeout(this.timer);
    if (this.chip === null) return;
    this.chip.ariaExpanded = "false";
    this.chip = null;
    this.node.classList.remove("open");
    tell(this.said, "");
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.ends.abort();
  }

  private open(chip: HTMLElement): void {
    this.close();
    this.chip = chip;
    chip.ariaExpanded = "true";
    this.node.classList.add("open");
    this.draw();
  }

  private toggle(chip: HTMLElement | null): void {
    if (chip === null || chip === this.chip) this.close();
    else this.open(chip);
  }

  private press(event: PointerEvent): void {
    const chip = chipAt(event.target);
    if (chip === null || event.button !== 0) return this.close();
    // So that it is heard wherever the finger is lifted.
    if (event.isTrusted) chip.setPointerCapture(event.pointerId);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(chip), HOLD);
  }

  private key(event: KeyboardEvent): void {
    const chip = chipAt(event.target);
    if (chip === null) return;
    if (event.key === "Escape") return this.close();
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) this.toggle(chip);
  }

  /** Below the chip, or above it where there is no room. */
  private place(chip: Rect, cards: number): void {
    const { clientWidth, clientHeight } = this.root;
    const most = clientWidth - 2 * PAD;
    const card = Math.min(WIDEST, (most - 2 * PAD - (cards - 1) * GAP) / cards);
    const w = cards * card + (cards - 1) * GAP + 2 * PAD;
    const h = tall(card) + 2 * PAD;
    const x = Math.min(Math.max(PAD, chip.x + chip.w / 2 - w / 2), clientWidth - PAD - w);
    const below = chip.y + chip.h + GAP;
    const y = below + h <= clientHeight ? below : chip.y - GAP - h;
    put(this.node, { x, y, w, h });
  }
}

/** The chip of somebody whose cards can be looked at. */
const chipAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(".chip[aria-expanded]") : null;
