// From the model to what is drawn: boxes with rows, and links between them.
import type { EdgeKind, GraphNode, Quality } from "../api";
import { isIndirect, type Link, type Model, type Table } from "./model";

export const BOX_WIDTH = 236, HEADER = 46, ROW = 24, FOOT = 8, GROUP_HEIGHT = 62;

export interface Row { id: number; name: string; type: string; whole: boolean }

export interface Box {
  id: string;
  node: number; // the table; 0 for a schema
  kind: GraphNode["kind"] | "schema";
  title: string;
  schema: string;
  about: string; // below the title of a schema
  known: boolean;
  open: boolean;
  canOpen: boolean;
  rows: Row[];
  hidden: number; // columns that a closed box does not show
  up: number;
  down: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Wire {
  key: string;
  from: Box;
  fromRow: number; // -1: the header
  to: Box;
  toRow: number;
  kinds: EdgeKind[];
  kind: EdgeKind; // the one that gives colour and line
  quality: Quality;
  links: Link[];
}

export interface Scene { boxes: Box[]; wires: Wire[]; byId: Map<string, Box>; byNode: Map<number, Box> }

export interface View {
  indirect: boolean;
  collapsed: Set<string>; // schemas drawn as one box
  lit: Set<number> | null; // columns on a locked path: shown in closed boxes too
  statementBoxes?: boolean; // titles are shown as they are (pasted SQL)
}

const strongest: EdgeKind[] = ["AGG", "PROJECT", "DIRECT", "CONDITIONAL", "WINDOW", "JOIN_COND", "FILTER", "GROUP_BY", "SORT", "TABLE"];
export const mainKind = (kinds: readonly EdgeKind[]): EdgeKind => strongest.find((kind) => kinds.includes(kind)) ?? "TABLE";

export function boxHeight(rows: number): number {
  return HEADER + (rows > 0 ? rows * ROW + FOOT : 0);
}

function tableBox(table: Table, view: View): Box {
  const node = table.node;
  const shown = table.columns.filter((c) => {
    if (c.column === "*" && !view.indirect && !view.lit?.has(c.id)) return false;
    return table.open || view.lit?.has(c.id);
  });
  return {
    id: `n${node.id}`, node: node.id, kind: node.kind, title: node.kind === "file" ? node.name : node.table, schema: schemaOf(node),
    about: "", known: node.known, open: table.open, canOpen: node.kind !== "file",
    rows: shown.map((c) => ({ id: c.id, name: c.column === "*" ? "all rows" : c.column ?? "", type: c.type ?? "", whole: c.column === "*" })),
    hidden: table.open ? 0 : table.columns.length - shown.length, up: table.up, down: table.down,
    x: 0, y: 0, width: BOX_WIDTH, height: boxHeight(shown.length),
  };
}

export const schemaOf = (node: GraphNode) => (node.kind === "file" ? "files" : [node.catalog, node.db].filter(Boolean).join("."));

function schemaBox(schema: string, tables: Table[]): Box {
  return {
    id: `s${schema}`, node: 0, kind: "schema", title: schema || "(no schema)", schema, known: true, open: false, canOpen: true, rows: [],
    about: `${tables.length} ${tables.length === 1 ? "table" : "tables"}`, hidden: 0, up: 0, down: 0,
    x: 0, y: 0, width: BOX_WIDTH, height: GROUP_HEIGHT,
  };
}

/** Boxes and wires, not placed yet. */
export function project(model: Model, view: View): Scene {
  const boxes: Box[] = [], byNode = new Map<number, Box>(), groups = new Map<string, Table[]>();
  for (const table of model.tables.values()) {
    const schema = schemaOf(table.node);
    if (view.collapsed.has(schema)) {
      groups.set(schema, [...(groups.get(schema) ?? []), table]);
    } else {
      const box = tableBox(table, view);
      boxes.push(box);
      byNode.set(table.node.id, box);
    }
  }
  for (const [schema, tables] of groups) {
    const box = schemaBox(schema, tables);
    boxes.push(box);
    for (const table of tables) byNode.set(table.node.id, box);
  }
  const wires = new Map<string, Wire>();
  const drawn = addColumnWires(model, view, byNode, wires);
  for (const link of model.tableLinks.values()) {
    const from = byNode.get(link.source), to = byNode.get(link.target);
    if (from && to && from !== to && !drawn.has(`${from.id}>${to.id}`)) addWire(wires, link, from, -1, to, -1);
  }
  return { boxes, wires: [...wires.values()], byId: new Map(boxes.map((b) => [b.id, b])), byNode };
}

/** Column edges between rows that are on the screen; gives the pairs of boxes that need no edge between their headers. */
function addColumnWires(model: Model, view: View, byNode: Map<number, Box>, wires: Map<string, Wire>): Set<string> {
  const drawn = new Set<string>(), rows = new Map<number, number>();
  for (const box of new Set(byNode.values())) box.rows.forEach((row, i) => rows.set(row.id, i));
  for (const link of model.columnLinks.values()) {
    const from = byNode.get(model.tableOf(link.source)), to = byNode.get(model.tableOf(link.target));
    const fromRow = rows.get(link.source), toRow = rows.get(link.target);
    if (!from || !to || fromRow === undefined || toRow === undefined) continue;
    if (isIndirect(link.kinds) && !view.indirect) continue;
    addWire(wires, link, from, fromRow, to, toRow);
    drawn.add(`${from.id}>${to.id}`);
  }
  return drawn;
}

function addWire(wires: Map<string, Wire>, link: Link, from: Box, fromRow: number, to: Box, toRow: number): void {
  const key = `${from.id}.${fromRow}>${to.id}.${toRow}`;
  const known = wires.get(key);
  if (known) {
    known.links.push(link);
    known.kinds = [...new Set([...known.kinds, ...link.kinds])];
    known.kind = mainKind(known.kinds);
    if (link.quality !== "TO_CONFIRM") known.quality = link.quality;
  } else {
    wires.set(key, { key, from, fromRow, to, toRow, kinds: link.kinds, kind: mainKind(link.kinds), quality: link.quality, links: [link] });
  }
}

// ---- Where a wire runs ----

export interface Curve { x1: number; y1: number; c1: number; x2: number; y2: number; c2: number; loop: boolean }

function anchor(box: Box, row: number): number {
  return box.y + (row < 0 ? (box.kind === "schema" ? GROUP_HEIGHT / 2 : HEADER / 2) : HEADER + row * ROW + ROW / 2 + 2);
}

export function curveOf(wire: Wire): Curve {
  const y1 = anchor(wire.from, wire.fromRow), y2 = anchor(wire.to, wire.toRow);
  const x1 = wire.from.x + wire.from.width, x2 = wire.to.x;
  if (wire.from === wire.to) {
    const own = wire.fromRow === wire.toRow ? 5 : 0, out = 30 + Math.min(60, Math.abs(y2 - y1) / 3);
    return { x1, y1: y1 - own, c1: x1 + out, x2: x1, y2: y2 + own, c2: x1 + out, loop: true };
  }
  const span = Math.max(36, Math.min(140, Math.abs(x2 - x1) * 0.5));
  return { x1, y1, c1: x1 + span, x2, y2, c2: x2 - span, loop: false };
}

export function pointOn(c: Curve, t: number): { x: number; y: number } {
  const u = 1 - t, a = u * u * u, b = 3 * u * u * t, d = 3 * u * t * t, e = t * t * t;
  return { x: a * c.x1 + b * c.c1 + d * c.c2 + e * c.x2, y: a * c.y1 + b * c.y1 + d * c.y2 + e * c.y2 };
}

export function bounds(boxes: readonly Box[]): { x: number; y: number; width: number; height: number } {
  if (boxes.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (const b of boxes) {
    left = Math.min(left, b.x);
    top = Math.min(top, b.y);
    right = Math.max(right, b.x + b.width);
    bottom = Math.max(bottom, b.y + b.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
