/** The others at the table: who they are, how many cards their stack has left, and what lies before them. */

import type { Seat } from "../model/cards";
import { type Area, areaOf, count, type Table, top } from "../model/table";
import { element, Face, icon, named, tell } from "./face";
import { ICONS } from "./icons";
import type { Rect, SideLayout } from "./measures";
import { Peek } from "./peek";
import { put } from "./place";
import { TINTS } from "./seats";
import type { Words } from "./words";

export interface Sitter {
  readonly seat: Seat;
  readonly name: string;
  readonly bot: boolean;
  readonly here: boolean;
}

const ROW_MOST = 9;
/** From so few cards on a stack is about to end the round. */
const FEW = 3;

interface Chip {
  readonly node: HTMLElement;
  readonly name: Text;
  readonly left: HTMLElement;
  /** Both in words, for whoever does not see them. */
  readonly said: Text;
  /** Marks of the Speed Machine. */
  readonly extra: HTMLElement;
  readonly minis: readonly Face[];
  readonly waste: Face;
  /** What was drawn last, so that only changes touch the page. */
  sitter: Sitter | null;
  area: Area | null | undefined;
}

export class Opponents {
  private readonly chips = new Map<Seat, Chip>();
  private order: readonly Sitter[] = [];
  private rects: readonly Rect[] = [];
  private readonly peek: Peek;
  /** Whether a chip may be held to see its cards: nobody plays, and chips show none. */
  private idle = false;
  private bare = false;

  constructor(private readonly root: HTMLElement, private readonly words: Words) {
    this.peek = new Peek(root, words, (seat) => {
      const [area, chip] = [this.chips.get(seat)?.area, this.rect(seat)];
      return area && chip && this.idle && this.bare ? { area, chip } : null;
    });
  }

  /** Who sits there, in the order of the chips. */
  seat(sitters: readonly Sitter[]): void {
    this.order = sitters;
    for (const [seat, { node }] of this.chips) {
      if (sitters.some((sitter) => sitter.seat === seat)) continue;
      node.remove();
      this.chips.delete(seat);
    }
    for (const sitter of sitters) this.draw(sitter);
    this.place();
  }

  arrange(layout: SideLayout): void {
    this.rects = layout.chips;
    this.root.classList.toggle("rich", layout.rich);
    this.root.classList.toggle("aside", layout.aside === true);
    this.bare = !layout.rich && layout.aside !== true;
    this.place();
  }

  destroy(): void {
    this.peek.destroy();
  }

  rect(seat: Seat): Rect | null {
    return this.rects[this.order.findIndex((sitter) => sitter.seat === seat)] ?? null;
  }

  marksOf(seat: Seat): HTMLElement | null {
    return this.chips.get(seat)?.extra ?? null;
  }

  /** `idle` where the one before the screen does not play just now. */
  show(table: Table, idle: boolean): void {
    this.idle = idle;
    const seated = this.order.flatMap((sitter) => {
      const chip = this.chips.get(sitter.seat);
      return chip === undefined ? [] : [{ sitter, chip }];
    });
    for (const { sitter, chip } of seated) this.drawCards(chip, sitter, table);
    // Before chips are keys no longer: one that was open is closed by this.
    this.peek.draw();
    for (const { chip } of seated) offer(chip.node, idle && this.bare && chip.area != null);
  }

  private place(): void {
    this.order.forEach(({ seat }, i) => {
      const rect = this.rects[i];
      const chip = this.chips.get(seat);
      if (rect !== undefined && chip !== undefined) put(chip.node, rect);
    });
  }

  private draw({ seat, name, bot, here }: Sitter): void {
    const chip = this.chips.get(seat) ?? this.make(seat);
    if (chip.name.data !== name) chip.name.data = name;
    chip.node.classList.toggle("bot", bot);
    chip.node.classList.toggle("away", !here && !bot);
  }

  private drawCards(chip: Chip, sitter: Sitter, table: Table): void {
    const area = areaOf(table, sitter.seat);
    if (chip.area === area && chip.sitter === sitter) return;
    Object.assign(chip, { area, sitter });
    chip.node.classList.toggle("undealt", area === null);
    const left = area && count(area.stack);
    const text = left === null ? "–" : String(left);
    if (chip.left.textContent !== text) chip.left.textContent = text;
    chip.node.dataset["stack"] = text;
    chip.node.classList.toggle("few", left !== null && left <= FEW);
    tell(chip.said, this.words.seat(sitter.name, left, sitter.here, sitter.bot));
    chip.minis.forEach((face, slot) => {
      const cards = area?.row[slot];
      mini(face, cards?.at(-1), cards === undefined);
    });
    mini(chip.waste, area === null ? undefined : top(area.waste), area === null);
  }

  private make(seat: Seat): Chip {
    const name = document.createTextNode("");
    const said = document.createTextNode("");
    const left = element("span", "chip-left", { "aria-hidden": "true" });
    const extra = element("span", "chip-extra");
    const mark = element("span", "marks", {}, [icon(ICONS.bot, "icon bot-mark"), icon(ICONS.away, "icon away-mark")]);
    const emblem = element("span", "emblem", { "aria-hidden": "true" }, [seat, mark]);
    emblem.style.backgroundColor = TINTS[seat];
    const minis = Array.from({ length: ROW_MOST }, () => new Face());
    const waste = new Face();
    waste.node.classList.add("mini-waste");
    const line = element("div", "chip-line", {}, [
      emblem,
      element("bdi", "chip-name", { "aria-hidden": "true" }, [name]),
      named(said),
      extra,
      left,
    ]);
    const cards = element("div", "chip-cards", { "aria-hidden": "true" }, [...minis, waste].map((face) => face.node));
    const node = element("div", "chip", { "data-seat": seat, role: "group" }, [line, cards]);
    this.root.append(node);
    const chip: Chip = { node, name, left, said, extra, minis, waste, sitter: null, area: undefined };
    this.chips.set(seat, chip);
    return chip;
  }
}

/** A chip that can be held is a key, and else a part of the table. */
function offer(node: HTMLElement, on: boolean): void {
  if (on === node.hasAttribute("aria-expanded")) return;
  node.setAttribute("role", on ? "button" : "group");
  if (on) {
    node.tabIndex = 0;
    node.ariaExpanded = "false";
  } else for (const name of ["tabindex", "aria-expanded"]) node.removeAttribute(name);
}

function mini(face: Face, card: Parameters<Face["show"]>[0] | undefined, absent: boolean): void {
  face.node.classList.toggle("absent", absent);
  face.node.classList.toggle("empty", card === undefined);
  if (card !== undefined) face.show(card, null);
}
