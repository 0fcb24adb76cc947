/** A game as a picture: who is where, and how it went. */

import { handPicture } from "../components/handing";
import { figure } from "../screens/figure";
import { type Game, standing } from "./game";
import { plotOf } from "./plot";
import { headline } from "./telling";
import { tintOf } from "./tints";
import { goalOf, marksOf, nameOf, t } from "./words";

const WIDTH = 1080;
const EDGE = 64;
const LINE = 84;
const PLOT = 560;
const COLOURS = { table: "#12262d", panel: "#0c1b21", line: "#2b4650", text: "#eef4f5", soft: "#a9bec5", accent: "#ffb454", ink: "#14181c" };

type Pen = CanvasRenderingContext2D;

/** Hands the picture of a game on, and says what became of it. */
export const handGame = async (game: Game): ReturnType<typeof handPicture> => handPicture(await blobOf(draw(game)), "pellmell.png");

function draw(game: Game): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const { lines } = standing(game);
  canvas.width = WIDTH;
  canvas.height = 250 + lines.length * LINE + 40 + PLOT + 90;
  const pen = canvas.getContext("2d")!;
  pen.direction = "ltr";
  pen.fillStyle = COLOURS.table;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  head(pen, game);
  lines.forEach((line, i) => entry(pen, game, line, 220 + i * LINE));
  course(pen, game, 220 + lines.length * LINE + 30);
  write(pen, "Pellmell", WIDTH - EDGE, canvas.height - 34, 28, 800, COLOURS.soft, "right");
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) => canvas.toBlob((blob) => (blob === null ? fail(new Error("the picture could not be made")) : done(blob)), "image/png"));

function write(pen: Pen, text: string, x: number, y: number, size: number, weight: number, colour: string, align: CanvasTextAlign = "left", room = WIDTH - 2 * EDGE): void {
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.font = `${weight} ${size}px system-ui, sans-serif`;
  pen.fillText(text, x, y, room);
}

function plate(pen: Pen, colour: string, x: number, y: number, width: number, height: number, radius: number): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fill();
}

function head(pen: Pen, game: Game): void {
  write(pen, headline(game), EDGE, 112, 58, 850, COLOURS.text);
  write(pen, `${goalOf(game)} · ${t("score.played", { n: game.rounds.length })}`, EDGE, 166, 32, 500, COLOURS.soft);
}

function entry(pen: Pen, game: Game, { player, place, total }: { player: number; place: number; total: number }, y: number): void {
  plate(pen, COLOURS.panel, EDGE - 16, y, WIDTH - 2 * EDGE + 32, LINE - 10, 20);
  plate(pen, tintOf(player, game.seats), EDGE + 4, y + 13, 48, 48, 14);
  write(pen, marksOf(game)[player]!, EDGE + 28, y + 46, 26, 800, COLOURS.ink, "center");
  write(pen, `${place}.`, EDGE + 74, y + 49, 34, 600, COLOURS.soft);
  write(pen, nameOf(game, player), EDGE + 146, y + 49, 36, 700, COLOURS.text, "left", 600);
  write(pen, figure(total), WIDTH - EDGE, y + 51, 44, 850, place === 1 ? COLOURS.accent : COLOURS.text, "right");
}

function course(pen: Pen, game: Game, top: number): void {
  const box = { width: WIDTH - 2 * EDGE + 32, height: PLOT, before: 76, after: 76, margin: 36 };
  const drawn = plotOf(game, box, 40);
  const marks = marksOf(game);
  pen.save();
  pen.translate(EDGE - 16, top);
  plate(pen, COLOURS.panel, 0, 0, box.width, box.height + 46, 20);
  for (const { value, y } of drawn.marks) {
    stroke(pen, [[box.before, y], [box.width - box.after, y]], COLOURS.line, 2);
    write(pen, figure(value), box.before - 14, y + 9, 26, 500, COLOURS.soft, "right");
  }
  for (const { round, x } of drawn.rounds) write(pen, String(round), x, box.height + 22, 26, 500, COLOURS.soft, "center");
  if (drawn.target !== null) {
    pen.setLineDash([14, 10]);
    stroke(pen, [[box.before, drawn.target], [box.width - box.after, drawn.target]], COLOURS.accent, 3);
    pen.setLineDash([]);
  }
  for (const { player, points, label } of drawn.lines) {
    stroke(pen, points, tintOf(player, game.seats), 6);
    plate(pen, tintOf(player, game.seats), box.width - box.after + 12, label - 18, 52, 36, 10);
    write(pen, marks[player]!, box.width - box.after + 38, label + 9, 25, 800, COLOURS.ink, "center");
  }
  pen.restore();
}

function stroke(pen: Pen, points: readonly (readonly [x: number, y: number])[], colour: string, width: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.lineJoin = pen.lineCap = "round";
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.stroke();
}
