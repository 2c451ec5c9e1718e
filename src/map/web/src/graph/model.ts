// What the page knows of the graph: tables, their columns, and edges, gathered from the answers of many questions.
import { INDIRECT_KINDS, type EdgeKind, type Graph, type GraphEdge, type GraphNode } from "../api";

export interface Table {
  node: GraphNode;
  columns: GraphNode[]; // in the table's order; those that are known so far
  complete: boolean; // all columns, and the edges around them, were asked for
  open: boolean;
  up: number; // neighbours that are not in the model yet
  down: number;
}

export interface Link extends GraphEdge {
  key: string;
}

const indirect = new Set<EdgeKind>(INDIRECT_KINDS);
export const isIndirect = (kinds: readonly EdgeKind[]) => kinds.every((kind) => indirect.has(kind));
const keyOf = (source: number, target: number) => `${source}>${target}`;

export class Model {
  tables = new Map<number, Table>();
  columns = new Map<number, GraphNode>();
  tableLinks = new Map<string, Link>();
  columnLinks = new Map<string, Link>();
  private places = new Map<number, number>();
  private out = new Map<number, Set<string>>();
  private into = new Map<number, Set<string>>();

  tableOf(id: number): number {
    return this.columns.get(id)?.parent ?? id;
  }

  nodeOf(id: number): GraphNode | undefined {
    return this.columns.get(id) ?? this.tables.get(id)?.node;
  }

  linksFrom(id: number): Link[] {
    return [...(this.out.get(id) ?? [])].map((key) => this.columnLinks.get(key) ?? this.tableLinks.get(key)!);
  }

  linksInto(id: number): Link[] {
    return [...(this.into.get(id) ?? [])].map((key) => this.columnLinks.get(key) ?? this.tableLinks.get(key)!);
  }

  addTable(node: GraphNode): Table {
    const known = this.tables.get(node.id);
    if (known) {
      if (node.kind !== "column") known.node = { ...known.node, ...node };
      return known;
    }
    const table: Table = { node, columns: [], complete: node.kind === "file", open: false, up: 0, down: 0 };
    this.tables.set(node.id, table);
    return table;
  }

  private addColumn(node: GraphNode): void {
    const table = this.tables.get(node.parent!);
    if (!table || this.columns.has(node.id)) return;
    this.columns.set(node.id, node);
    table.columns.push(node);
    this.sort(table);
  }

  private sort(table: Table): void {
    table.columns.sort((a, b) => this.placeOf(a) - this.placeOf(b));
  }

  /** In the catalog's order where the table was asked for, else as the ids go; the whole result comes last. */
  private placeOf(node: GraphNode): number {
    if (node.column === "*") return Number.MAX_SAFE_INTEGER;
    return this.places.get(node.id) ?? node.id - node.parent!;
  }

  /** An answer that tells all columns of a table, in their order. */
  order(id: number, nodes: readonly GraphNode[]): void {
    const table = this.tables.get(id);
    nodes.filter((n) => n.parent === id).forEach((n, i) => this.places.set(n.id, i));
    if (table) this.sort(table);
  }

  private addLink(edge: GraphEdge): void {
    const isTable = edge.kinds.includes("TABLE");
    const links = isTable ? this.tableLinks : this.columnLinks;
    const key = (isTable ? "t" : "c") + keyOf(edge.source, edge.target);
    links.set(key, { ...edge, key });
    if (!this.out.has(edge.source)) this.out.set(edge.source, new Set());
    if (!this.into.has(edge.target)) this.into.set(edge.target, new Set());
    this.out.get(edge.source)!.add(key);
    this.into.get(edge.target)!.add(key);
  }

  /** Take an answer in.  Column edges bring table edges with them, so that nothing floats. */
  add(graph: Pick<Graph, "nodes" | "edges">): void {
    for (const node of graph.nodes) if (node.kind !== "column") this.addTable(node);
    for (const node of graph.nodes) if (node.kind === "column" && node.parent !== undefined) {
      if (!this.tables.has(node.parent)) this.addTable(tableNode(node));
      this.addColumn(node);
    }
    for (const edge of graph.edges) this.addLink(edge);
    for (const edge of graph.edges) this.addTableLinkOf(edge);
    for (const node of graph.nodes) {
      const table = this.tables.get(node.id);
      if (!table) continue;
      if (node.more_upstream !== undefined) table.up = node.more_upstream;
      if (node.more_downstream !== undefined) table.down = node.more_downstream;
    }
  }

  private addTableLinkOf(edge: GraphEdge): void {
    const source = this.tableOf(edge.source), target = this.tableOf(edge.target);
    if (edge.kinds.includes("TABLE") || source === target || this.tableLinks.has("t" + keyOf(source, target))) return;
    if (!this.tables.has(source) || !this.tables.has(target)) return;
    this.addLink({ source, target, kinds: ["TABLE"], quality: edge.quality, engines: edge.engines, ids: [] });
  }

  /** What decides a table's rows ends in its `*`. */
  private rowsOf(id: number): number | undefined {
    const column = this.columns.get(id);
    return column && this.tables.get(column.parent!)?.columns.find((c) => c.column === "*")?.id;
  }

  drop(id: number): void {
    for (const link of [...this.linksFrom(id), ...this.linksInto(id)]) this.dropLink(link);
    for (const column of this.tables.get(id)?.columns ?? []) {
      for (const link of [...this.linksFrom(column.id), ...this.linksInto(column.id)]) this.dropLink(link);
      this.columns.delete(column.id);
    }
    this.tables.delete(id);
  }

  /** An edge was removed from the store. */
  forget(edge: number): void {
    for (const link of [...this.columnLinks.values(), ...this.tableLinks.values()]) {
      if (!link.ids.includes(edge)) continue;
      if (link.ids.length === 1) this.dropLink(link);
      else link.ids = link.ids.filter((id) => id !== edge);
    }
  }

  private dropLink(link: Link): void {
    this.columnLinks.delete(link.key);
    this.tableLinks.delete(link.key);
    this.out.get(link.source)?.delete(link.key);
    this.into.get(link.target)?.delete(link.key);
  }

  /** Everything that reaches `id` or that it reaches, through what is in the model.  Indirect edges count when shown, and a
   * table's whole result (*) stands for all of its columns. */
  path(id: number, withIndirect: boolean): { nodes: Set<number>; links: Set<string> } {
    const nodes = new Set([id]), links = new Set<string>();
    for (const forward of [true, false]) {
      const seen = new Set([id]), queue = [id];
      const reach = (next: number) => {
        if (seen.has(next)) return;
        seen.add(next);
        nodes.add(next);
        queue.push(next);
      };
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        for (const link of forward ? this.linksFrom(at) : this.linksInto(at)) {
          if (link.kinds.includes("TABLE") !== this.tables.has(id)) continue;
          if (!withIndirect && isIndirect(link.kinds)) continue;
          links.add(link.key);
          reach(forward ? link.target : link.source);
        }
        const rows = forward || !withIndirect ? undefined : this.rowsOf(at);
        if (rows !== undefined && this.linksInto(rows).length > 0) reach(rows);
      }
    }
    return { nodes, links };
  }
}

export function tableNode(column: GraphNode): GraphNode {
  const { catalog, db, table } = column;
  const name = [catalog, db, table].filter(Boolean).join(".");
  return { id: column.parent!, kind: "table", name, catalog, db, table, known: column.known };
}
