// How the graph looks.
import type { GraphNode } from "../api";
import { lines, palettes, schemaColour, type Palette } from "../theme";
import type { Theme } from "../state";
import { isIndirect } from "./model";
import { fitted, textWidth, type Ink, type Painter } from "./painter";
import { BOX_WIDTH, HEADER, ROW, curveOf, pointOn, type Box, type Curve, type Scene, type Wire } from "./scene";

export interface Marks {
  selected: number; // a table's or column's node; 0: none
  locked: number;
  lit: Set<number> | null; // nodes on the path; null: everything is equal
  litLinks: Set<string> | null;
  wire: string; // the wire under the pointer, or chosen
  hover: string; // the box under the pointer
  hoverRow: number; // the column under the pointer
  focus: number; // the table that was asked for
}

export interface Window { x: number; y: number; width: number; height: number; zoom: number }

/** Buttons at a box's upper corners, out of the way of its wires, which bring one more level. */
export const MORE_RADIUS = 10;
export const moreAt = (box: Box, side: "up" | "down") => ({ x: side === "up" ? box.x : box.x + box.width, y: box.y });

const MANY = 300; // boxes: then shadows cost more than they please

const seen = (box: { x: number; y: number; width: number; height: number }, w: Window) =>
  box.x < w.x + w.width && box.x + box.width > w.x && box.y < w.y + w.height && box.y + box.height > w.y;

export function draw(p: Painter, scene: Scene, marks: Marks, theme: Theme, window: Window): void {
  const palette = palettes[theme];
  const dimmed = (w: Wire) => marks.litLinks !== null && !w.links.some((l) => marks.litLinks!.has(l.key));
  const order = [...scene.wires].sort((a, b) => Number(!dimmed(a)) - Number(!dimmed(b)));
  for (const wire of order) drawWire(p, wire, dimmed(wire), marks, theme, palette, window);
  const shadows = window.zoom > 0.45 && scene.boxes.length <= MANY;
  for (const box of scene.boxes) if (seen({ ...box, x: box.x - 30, width: box.width + 60 }, window)) drawBox(p, box, marks, palette, window.zoom, shadows);
}

// ---- Wires ----

function wireInk(wire: Wire, dim: boolean, lit: boolean, hot: boolean, theme: Theme, palette: Palette): Ink {
  const line = lines[wire.kind];
  const table = wire.kind === "TABLE";
  const dash = wire.quality === "TO_CONFIRM" ? [2, 5] : line.dash;
  const colour = table ? (lit || hot ? palette.accent : palette.edge) : line[theme];
  return { stroke: colour, width: (table ? 1.5 : line.width) + (lit ? 0.7 : 0) + (hot ? 1.2 : 0), dash, alpha: hot ? 1 : dim ? 0.13 : lit ? 1 : table ? 0.95 : 0.72 };
}

function drawWire(p: Painter, wire: Wire, dim: boolean, marks: Marks, theme: Theme, palette: Palette, window: Window): void {
  const curve = curveOf(wire);
  const left = Math.min(curve.x1, curve.x2, curve.c2) - 10, right = Math.max(curve.x1, curve.x2, curve.c1) + 10;
  const top = Math.min(curve.y1, curve.y2) - 10, bottom = Math.max(curve.y1, curve.y2) + 10;
  if (!seen({ x: left, y: top, width: right - left, height: bottom - top }, window)) return;
  const hot = marks.wire === wire.key, lit = marks.litLinks !== null && !dim;
  const ink = wireInk(wire, dim, lit, hot, theme, palette);
  p.curve(curve, ink);
  if (window.zoom > 0.3) drawHead(p, curve, ink);
  if (window.zoom > 0.55 && wire.quality === "MANUAL_ADDED") drawBadge(p, curve, "✎", ink, palette);
  else if (window.zoom > 0.55 && wire.quality === "TO_CONFIRM" && wire.kind !== "TABLE") drawBadge(p, curve, "?", ink, palette);
}

function drawHead(p: Painter, c: Curve, ink: Ink): void {
  const tail = c.loop ? 6.5 : -6.5, tip = c.loop ? 1 : -1;
  p.lines([[c.x2 + tail, c.y2 - 4], [c.x2 + tip, c.y2], [c.x2 + tail, c.y2 + 4]], { ...ink, dash: [], width: Math.min(2, ink.width ?? 1.5) });
}

function drawBadge(p: Painter, curve: Curve, text: string, ink: Ink, palette: Palette): void {
  const { x, y } = pointOn(curve, 0.5);
  p.circle(x, y, 7.5, { fill: palette.canvas, stroke: ink.stroke!, width: 1.2, alpha: ink.alpha });
  p.text(x, y + 3.6, text, { size: 10, weight: 700, colour: ink.stroke!, align: "center", alpha: ink.alpha });
}

// ---- Boxes ----

function drawBox(p: Painter, box: Box, marks: Marks, palette: Palette, zoom: number, shadows: boolean): void {
  const lit = marks.lit === null || marks.lit.has(box.node) || box.rows.some((r) => marks.lit!.has(r.id));
  const alpha = lit ? 1 : 0.32;
  const chosen = box.node !== 0 && (marks.selected === box.node || box.rows.some((r) => r.id === marks.selected));
  const virtual = !box.known && box.kind !== "schema" && box.kind !== "file";
  const border = chosen ? palette.accent : marks.hover === box.id ? palette.strong : palette.border;
  if (zoom < 0.24) return drawFar(p, box, palette, alpha, chosen);
  if (box.kind === "schema") drawStack(p, box, palette, alpha);
  p.box(box.x, box.y, box.width, box.height, 10, {
    fill: palette.card, stroke: virtual ? (chosen ? palette.accent : palette.strong) : border, width: chosen ? 2 : 1.2,
    dash: virtual ? [5, 4] : [], alpha, shadow: shadows && lit && !virtual ? palette.shadow : undefined,
  });
  p.box(box.x + 8, box.y + 11, 3.5, (box.kind === "schema" ? box.height : HEADER) - 22, 2, { fill: schemaColour(box.schema), alpha });
  drawHeader(p, box, marks, palette, alpha);
  box.rows.forEach((_, i) => drawRow(p, box, i, marks, palette, alpha, zoom));
  if (box.up > 0) drawMore(p, box, "up", palette, alpha, marks.hover === box.id);
  if (box.down > 0) drawMore(p, box, "down", palette, alpha, marks.hover === box.id);
}

/** From far away: a block in the schema's colour. */
function drawFar(p: Painter, box: Box, palette: Palette, alpha: number, chosen: boolean): void {
  p.box(box.x, box.y, box.width, box.height, 10, { fill: palette.card, stroke: chosen ? palette.accent : palette.strong, width: chosen ? 8 : 3, alpha });
  p.box(box.x, box.y, box.width, Math.min(box.height, HEADER), 10, { fill: schemaColour(box.schema), alpha: alpha * 0.75 });
}

function drawStack(p: Painter, box: Box, palette: Palette, alpha: number): void {
  p.box(box.x + 8, box.y + 8, box.width - 4, box.height, 10, { fill: palette.card, stroke: palette.border, width: 1.2, alpha: alpha * 0.7 });
  p.box(box.x + 4, box.y + 4, box.width - 2, box.height, 10, { fill: palette.card, stroke: palette.border, width: 1.2, alpha: alpha * 0.85 });
}

function drawHeader(p: Painter, box: Box, marks: Marks, palette: Palette, alpha: number): void {
  const x = box.x + 20, schema = box.kind === "schema";
  const top = schema ? "SCHEMA" : subtitle(box);
  const titleFont = { size: 13.5, weight: 620, colour: palette.text, alpha };
  const right = box.canOpen ? 40 : 14;
  const title = fitted(box.title, box.width - 20 - right - 18, titleFont);
  const dy = schema ? 8 : 0;
  drawGlyph(p, box.kind, x, box.y + 24.5 + dy, palette, alpha);
  p.text(x, box.y + 17 + dy, fitted(top, box.width - 20 - right, { size: 10.5, colour: "" }), { size: 10.5, weight: 500, colour: palette.muted, alpha });
  p.text(x + 18, box.y + 34.5 + dy, title, titleFont);
  if (marks.focus === box.node && box.node !== 0)
    p.circle(x + 18 + textWidth(title, titleFont) + 9, box.y + 30.5, 3, { fill: palette.accent, alpha });
  if (schema) p.text(box.x + box.width - 14, box.y + 42.5, box.about, { size: 11, weight: 500, colour: palette.muted, align: "right", alpha });
  else if (box.canOpen) drawChevron(p, box, palette, alpha);
  if (box.rows.length > 0) p.lines([[box.x + 1, box.y + HEADER], [box.x + box.width - 1, box.y + HEADER]], { stroke: palette.row, width: 1, alpha });
}

const KIND_WORDS: Partial<Record<Box["kind"], string>> = { view: "view", materialized_view: "materialized view", temporary: "not in the catalog" };
function subtitle(box: Box): string {
  return [box.schema, KIND_WORDS[box.kind]].filter(Boolean).join(" · ") || "table";
}

function drawChevron(p: Painter, box: Box, palette: Palette, alpha: number): void {
  const x = box.x + box.width - 20, y = box.y + HEADER / 2;
  const points: [number, number][] = box.open ? [[x - 4.5, y - 2.5], [x, y + 2.5], [x + 4.5, y - 2.5]] : [[x - 2.5, y - 4.5], [x + 2.5, y], [x - 2.5, y + 4.5]];
  p.lines(points, { stroke: palette.muted, width: 1.6, alpha });
}

/** A small sign for the kind: a grid, an eye, a dashed grid, a sheet, a stack. */
function drawGlyph(p: Painter, kind: GraphNode["kind"] | "schema", x: number, y: number, palette: Palette, alpha: number): void {
  const ink = { stroke: palette.muted, width: 1.2, alpha };
  if (kind === "view" || kind === "materialized_view") {
    p.curve({ x1: x, y1: y + 5.5, c1: x + 3, x2: x + 12, y2: y + 5.5, c2: x + 9, loop: false }, { ...ink, width: 0.01, alpha: 0 });
    p.lines([[x, y + 5.5], [x + 3, y + 2.4], [x + 6, y + 1.5], [x + 9, y + 2.4], [x + 12, y + 5.5], [x + 9, y + 8.6], [x + 6, y + 9.5], [x + 3, y + 8.6], [x, y + 5.5]], ink);
    p.circle(x + 6, y + 5.5, 1.9, { ...ink, fill: kind === "materialized_view" ? palette.muted : undefined });
  } else if (kind === "file") {
    p.lines([[x + 7.5, y], [x + 2, y], [x + 2, y + 11], [x + 10.5, y + 11], [x + 10.5, y + 3], [x + 7.5, y], [x + 7.5, y + 3], [x + 10.5, y + 3]], ink);
  } else {
    p.box(x + 0.5, y + 0.5, 11, 10, 2, { ...ink, dash: kind === "temporary" ? [2, 1.6] : [] });
    p.lines([[x + 0.5, y + 3.8], [x + 11.5, y + 3.8]], ink);
    p.lines([[x + 4.6, y + 3.8], [x + 4.6, y + 10.5]], ink);
  }
}

function drawRow(p: Painter, box: Box, i: number, marks: Marks, palette: Palette, boxAlpha: number, zoom: number): void {
  const row = box.rows[i]!, y = box.y + HEADER + i * ROW + 2;
  const lit = marks.lit === null || marks.lit.has(row.id), locked = marks.locked === row.id, selected = marks.selected === row.id;
  const alpha = lit ? boxAlpha : Math.min(boxAlpha, 0.4);
  if (locked || selected) p.box(box.x + 5, y + 1, box.width - 10, ROW - 2, 6, { fill: palette.accentSoft, stroke: locked ? palette.accent : undefined, width: 1.3, alpha });
  else if (marks.hoverRow === row.id) p.box(box.x + 5, y + 1, box.width - 10, ROW - 2, 6, { fill: palette.hover, alpha });
  if (zoom < 0.42) {
    p.box(box.x + 20, y + 9, Math.min(120, row.name.length * 7), 6, 3, { fill: palette.faint, alpha: alpha * 0.6 });
    return;
  }
  const onPath = marks.lit !== null && lit;
  const typeFont = { size: 10.5, colour: palette.faint, mono: true };
  const type = row.type ? fitted(row.type.toLowerCase(), 84, typeFont) : "";
  const nameFont = { size: 12, weight: onPath || locked ? 640 : 450, colour: row.whole ? palette.muted : palette.text, mono: !row.whole };
  const name = fitted(row.name, box.width - 40 - (type ? textWidth(type, typeFont) + 10 : 0), nameFont);
  p.text(box.x + 20, y + 16, name, { ...nameFont, alpha });
  if (type) p.text(box.x + box.width - 14, y + 15.5, type, { ...typeFont, align: "right", alpha });
}

function drawMore(p: Painter, box: Box, side: "up" | "down", palette: Palette, alpha: number, hover: boolean): void {
  const { x, y } = moreAt(box, side), count = side === "up" ? box.up : box.down;
  p.circle(x, y, MORE_RADIUS, { fill: palette.card, stroke: hover ? palette.accent : palette.strong, width: 1.3, alpha });
  p.text(x, y + 3.6, count > 99 ? "99+" : `+${count}`, { size: count > 9 ? 8.5 : 10, weight: 650, colour: hover ? palette.accent : palette.muted, align: "center", alpha });
}

export { BOX_WIDTH, isIndirect };
