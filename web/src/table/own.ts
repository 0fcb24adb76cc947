/** One's own cards: row, stack, waste, hand and the key that calls the end; all of them real buttons. */

import type { Card, Seat } from "../model/cards";
import type { Source } from "../model/commands";
import { writeSource } from "../model/notation";
import { type Area, count, top } from "../model/table";
import { cardName, element, Face, icon, named, tell } from "./face";
import { ICONS } from "./icons";
import { actionFor, type Bindings, type FarSlot, type KeyAction, keySign, shownKey } from "./keys";
import type { Own, Rect, SideLayout } from "./measures";
import { put } from "./place";
import type { Point } from "./pointer";
import { TINTS } from "./seats";
import type { Words } from "./words";

/** A source as it stands in the page and in the notation: `r1`, `s`, `w`. */
export const sourceName = writeSource;

export function sourceOf(name: string): Source | null {
  if (name === "s") return { zone: "stack" };
  if (name === "w") return { zone: "waste" };
  return /^r[1-9]$/.test(name) ? { zone: "row", slot: Number(name[1]) - 1 } : null;
}

interface Key {
  readonly node: HTMLButtonElement;
  readonly source: Source;
  readonly face: Face;
  readonly beneath: HTMLElement;
  readonly badge: Text;
  /** What lies there, in words, for whoever does not see it. */
  readonly name: Text;
}

/** The places with a mark, by name: a tap waits there, a card fits, one was picked up, or would be laid there. */
type Marks = Readonly<Partial<Record<"queued" | "lit" | "picked" | "goal", ReadonlySet<string>>>>;

/** The name of a place among those that are marked; none for no place. */
export const namesOf = (...sources: readonly (Source | null)[]): ReadonlySet<string> => new Set(sources.flatMap((source) => (source === null ? [] : [sourceName(source)])));

export class OwnCards {
  private readonly panel = element("div", "own-panel");
  private readonly keys: Key[] = [];
  private readonly hand: HTMLButtonElement;
  private readonly handName = document.createTextNode("");
  private readonly handFigures = { turn: document.createTextNode(""), left: document.createTextNode("") };
  private readonly stop: HTMLButtonElement;
  private readonly held = new Map<string, number>();
  private readonly hints = new Map<KeyAction | FarSlot, Text>();
  private bindings: Bindings | null = null;
  private own: Own | null = null;
  private area: Area | null = null;
  private me: Seat | null = null;
  private turn = 0;

  constructor(private readonly root: HTMLElement, private readonly words: Words) {
    this.hand = this.makeHand();
    this.stop = element("button", "stop-key", { type: "button", "data-action": "stop" }, [
      element("span", "stop-plate", {}, [words.stop()]),
      element("span", "unseen", {}, [words.stopLabel()]),
      this.hint("stop"),
    ]);
    root.append(this.panel, this.hand, this.stop);
  }

  arrange(layout: Pick<SideLayout, "own">): void {
    this.own = layout.own;
    this.root.classList.toggle("watching", layout.own === null);
    if (layout.own === null) return;
    this.makeKeys(layout.own.row.length);
    put(this.panel, layout.own.panel);
    put(this.hand, layout.own.hand);
    this.root.style.setProperty("--hand", `${layout.own.hand.w}px`);
    this.stop.hidden = layout.own.stop === null;
    if (layout.own.stop !== null) put(this.stop, layout.own.stop);
    for (const key of this.keys) put(key.node, this.rect(key.source) ?? layout.own.hand);
  }

  rect(source: Source): Rect | null {
    if (this.own === null) return null;
    return source.zone === "row" ? (this.own.row[source.slot] ?? null) : this.own[source.zone];
  }

  get handRect(): Rect | null {
    return this.own?.hand ?? null;
  }

  /** All places that cards are played from. */
  get sources(): readonly Source[] {
    return this.keys.map(({ source }) => source);
  }

  /** Places of the row, as targets for a dragged card. */
  get slots(): readonly Rect[] {
    return this.own?.row ?? [];
  }

  card(source: Source): Card | null {
    if (this.area === null) return null;
    if (source.zone === "row") return this.area.row[source.slot]?.at(-1) ?? null;
    return top(this.area[source.zone]) ?? null;
  }

  show(area: Area, me: Seat, turn: number, mayStop: boolean): void {
    const same = this.area === area && this.me === me;
    // How many are turned is told apart from the area that it follows from.
    if (!same || this.turn !== turn) this.drawHand(area, turn);
    this.area = area;
    this.me = me;
    this.turn = turn;
    if (!same) {
      for (const key of this.keys) this.drawKey(key);
      this.root.style.setProperty("--own-tint", TINTS[me]);
    }
    this.stop.classList.toggle("lit", mayStop);
    this.stop.setAttribute("aria-disabled", String(!mayStop));
  }

  /** Say which key plays what; nothing where single keys do not. */
  nameKeys(keys: Bindings | null): void {
    this.bindings = keys;
    for (const [action, text] of this.hints) {
      const sign = this.sign(action);
      if (text.data !== sign) text.data = sign;
    }
  }

  /** Mark these places, and no others so; marks that are not told of stay. */
  mark(marks: Marks): void {
    for (const [mark, names] of Object.entries(marks)) {
      for (const { node, source } of this.keys) node.classList.toggle(mark, names.has(sourceName(source)));
    }
  }

  /** Leave a place looking empty-handed until the card that flies there has landed. */
  hold(source: Source): void {
    const name = sourceName(source);
    this.held.set(name, (this.held.get(name) ?? 0) + 1);
    this.keyOf(source)?.node.classList.add("awaiting");
  }

  release(source: Source): void {
    const name = sourceName(source);
    const left = (this.held.get(name) ?? 1) - 1;
    this.held.set(name, Math.max(0, left));
    if (left <= 0) this.keyOf(source)?.node.classList.remove("awaiting");
  }

  lift(source: Source): void {
    this.keyOf(source)?.node.classList.add("lifted");
  }

  /** Under the finger, so far from its place. */
  carry(source: Source, by: Point): void {
    const node = this.keyOf(source)?.node;
    if (node !== undefined) node.style.translate = `${by.x}px ${by.y}px`;
  }

  carryBack(source: Source, ms: number): void {
    const node = this.keyOf(source)?.node;
    if (node === undefined) return;
    const from = node.style.translate;
    node.style.translate = "";
    node.classList.remove("lifted");
    node.animate([{ translate: from }, { translate: "0 0" }], { duration: ms, easing: "ease-out" });
  }

  /** A short shake: nothing takes this card now. */
  refuse(source: Source): void {
    this.keyOf(source)?.face.node.animate(
      [{ transform: "none" }, { transform: "translateX(-4px)" }, { transform: "translateX(4px)" }, { transform: "none" }],
      { duration: 120 },
    );
  }

  pressHand(): void {
    this.hand.firstElementChild?.animate([{ transform: "translateY(3px) scale(0.97)" }, { transform: "none" }], { duration: 110 });
  }

  private keyOf(source: Source): Key | undefined {
    return this.keys.find((key) => sourceName(key.source) === sourceName(source));
  }

  private makeKeys(slots: number): void {
    if (this.keys.length === slots + 2) return;
    const row = Array.from({ length: slots }, (_, slot): Source => ({ zone: "row", slot }));
    const sources: Source[] = [...row, { zone: "stack" }, { zone: "waste" }];
    // Keys that stay are left alone: one of them may have the focus.
    const made = sources.map((source) => this.keyOf(source) ?? makeKey(source, this.hint(actionFor(sourceName(source)))));
    for (const { node } of this.keys.filter((key) => !made.includes(key))) node.remove();
    this.keys.splice(0, this.keys.length, ...made);
    made.forEach(({ node }, i) => node.isConnected || (made[i - 1]?.node ?? this.panel).after(node));
    if (this.area !== null) for (const key of made) this.drawKey(key);
  }

  private drawKey(key: Key): void {
    if (this.area === null) return;
    const { source, node, face } = key;
    const card = this.card(source);
    const many = source.zone === "row" ? (this.area.row[source.slot]?.length ?? 0) : count(this.area[source.zone]);
    node.classList.toggle("empty", many === 0);
    // What comes to the top is told by the server: for a moment only its back is known.
    node.classList.toggle("covered", card === null && many > 0);
    node.classList.toggle("deep", source.zone !== "row" && many > 1);
    node.dataset["card"] = card === null ? "" : cardName(card);
    if (card !== null) face.show(card, card.deck === this.me ? null : card.deck);
    const text = source.zone === "row" || many === 0 ? "" : String(many);
    if (key.badge.data !== text) key.badge.data = text;
    key.badge.parentElement!.classList.toggle("few", source.zone === "stack" && many <= 3);
    tell(key.name, this.words.own(source.zone, source.zone === "row" ? source.slot : 0, card, many));
    if (source.zone === "row") this.drawBeneath(key, this.area.row[source.slot] ?? []);
  }

  /** Profi: the cards of a sequence stand out above the one that can be played. */
  private drawBeneath({ beneath }: Key, cards: readonly Card[]): void {
    const under = cards.slice(0, -1);
    const step = Math.min(24, (this.own?.peek ?? 0) / Math.max(1, under.length));
    while (beneath.childElementCount > under.length) beneath.lastElementChild!.remove();
    while (beneath.childElementCount < under.length) beneath.append(element("span", "peek"));
    under.forEach((card, i) => {
      const strip = beneath.children[i] as HTMLElement;
      strip.className = `peek field-${card.colour}`;
      strip.textContent = String(card.number);
      strip.style.fontSize = `${Math.min(15, step * 0.75)}px`;
      strip.style.transform = `translateY(${-step * (under.length - i)}px)`;
    });
  }

  private drawHand(area: Area, turn: number): void {
    const left = count(area.hand);
    const waste = count(area.waste);
    this.hand.classList.toggle("recycle", left === 0 && waste > 0);
    this.hand.classList.toggle("spent", left === 0 && waste === 0);
    this.hand.dataset["count"] = String(left);
    this.handFigures.turn.data = left === 0 ? "" : String(Math.min(turn, left));
    this.handFigures.left.data = left === 0 ? (waste === 0 ? "" : String(waste)) : String(left);
    tell(this.handName, this.words.hand(left, waste, turn));
  }

  private hint(action: KeyAction | FarSlot): HTMLElement {
    const text = document.createTextNode(this.sign(action));
    this.hints.set(action, text);
    return element("kbd", "hint", { "aria-hidden": "true" }, [text]);
  }

  private sign(action: KeyAction | FarSlot): string {
    const name = this.bindings === null ? undefined : shownKey(action, this.bindings);
    return name === undefined ? "" : keySign(name);
  }

  private makeHand(): HTMLButtonElement {
    const figures = element("span", "hand-turn", {}, [icon(ICONS.turn, "icon turn"), icon(ICONS.shuffle, "icon shuffle"), this.handFigures.turn]);
    const back = element("span", "hand-back", { "aria-hidden": "true" }, [figures, element("span", "hand-left", {}, [this.handFigures.left])]);
    return element("button", "hand-key", { type: "button", "data-source": "hand" }, [back, named(this.handName), this.hint("turn")]);
  }
}

function makeKey(source: Source, hint: HTMLElement): Key {
  const name = sourceName(source);
  const face = new Face();
  const beneath = element("span", "beneath", { "aria-hidden": "true" });
  const badge = document.createTextNode("");
  const said = document.createTextNode("");
  const node = element("button", `own-card own-${source.zone}`, { type: "button", "data-source": name }, [
    beneath,
    face.node,
    element("span", "badge", { "aria-hidden": "true" }, [badge]),
    named(said),
    hint,
  ]);
  return { node, source, face, beneath, badge, name: said };
}
