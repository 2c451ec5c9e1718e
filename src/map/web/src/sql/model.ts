// A model out of an analysis, so that pasted SQL is drawn as the map is; and which place of the text belongs to what.
import type { Analysis, AnalyzedEdge, AnalyzedStatement, ColumnEdgeKind, GraphNode, Token } from "../api";
import { Model } from "../graph/model";

export interface Span { from: number; to: number } // bytes
export interface Place extends Span { source: number; target: number } // nodes

export interface Picture { model: Model; places: Place[]; expressions: Map<number, string[]> }

/** "db"."a.b".c -> parts, quotes kept away. */
export function parts(name: string): string[] {
  const found = name.match(/"(?:[^"]|"")*"|[^."]+/g) ?? [name];
  return found.map((p) => (p.startsWith('"') ? p.slice(1, -1).replaceAll('""', '"') : p));
}

class Builder {
  readonly model = new Model();
  readonly places: Place[] = [];
  readonly expressions = new Map<number, string[]>();
  private readonly tables = new Map<string, GraphNode>();
  private readonly columns = new Map<string, GraphNode>();
  private next = 1;

  constructor(private readonly tokens: Token[], private readonly withCatalog: boolean) {}

  table(name: string, kind: GraphNode["kind"] = "table"): GraphNode {
    const known = this.tables.get(name);
    if (known) return known;
    const all = kind === "file" ? [name] : parts(name), table = all[all.length - 1] ?? name;
    const node: GraphNode = { id: this.next++ * 100000, kind, name, catalog: all.slice(0, -2).join("."), db: all.length > 1 ? all[all.length - 2]! : "", table, known: true };
    this.tables.set(name, node);
    this.model.addTable(node).complete = true;
    return node;
  }

  column(table: GraphNode, name: string, key = name): GraphNode {
    const id = `${table.id}/${key}`, known = this.columns.get(id);
    if (known) return known;
    const count = this.model.tables.get(table.id)!.columns.length;
    const node: GraphNode = { ...table, id: table.id + 1 + count, kind: "column", column: name, name: `${table.name}.${name}`, parent: table.id };
    this.columns.set(id, node);
    this.model.add({ nodes: [node], edges: [] });
    return node;
  }

  statement(s: AnalyzedStatement): void {
    const into = (s.targets ?? (s.target ? [s.target] : [])).map((t) => (t.path !== undefined ? this.table(t.path, "file") : this.table(t.table ?? "?")));
    if (into.length === 0 && (s.columns.length > 0 || s.edges.length > 0)) {
      const result = this.table(`result ${s.statement}`);
      Object.assign(result, { db: `statement ${s.statement}`, table: "result", name: `result of statement ${s.statement}` });
      into.push(result);
    }
    const places = s.columns.map((c, i) => {
      const table = into[c.into ?? 0] ?? into[0]!;
      const node = this.column(table, c.name, s.target || s.targets ? c.name : `${c.name}#${i}`);
      if (c.expression) this.expressions.set(node.id, [...(this.expressions.get(node.id) ?? []), c.expression]);
      return node;
    });
    for (const name of s.sources) this.table(name);
    for (const edge of s.edges) this.edge(s, edge, into, places);
  }

  private edge(s: AnalyzedStatement, edge: AnalyzedEdge, into: GraphNode[], columns: GraphNode[]): void {
    const owner = s.sources.filter((t) => edge.source.startsWith(t + ".")).sort((a, b) => b.length - a.length)[0];
    const table = owner ? this.table(owner) : this.table(edge.source.split(".").slice(0, -1).join(".") || "?");
    const name = owner ? edge.source.slice(owner.length + 1).replace(/^"(.*)"$/, "$1") : edge.source;
    const source = this.column(table, name);
    const target = edge.to !== undefined ? columns[edge.to] : into[edge.into ?? 0] && this.column(into[edge.into ?? 0]!, "*");
    if (!target) return;
    const doubtful = this.withCatalog && edge.quality === "TO_CONFIRM";
    if (doubtful) this.model.tables.get(table.id)!.node.known = false;
    this.link(source, target, edge.kind, doubtful);
    if (edge.offset !== undefined) this.places.push({ ...this.span(edge.offset), source: source.id, target: target.id });
  }

  private link(source: GraphNode, target: GraphNode, kind: ColumnEdgeKind, doubtful: boolean): void {
    const known = this.model.columnLinks.get(`c${source.id}>${target.id}`);
    const kinds = known ? [...new Set([...known.kinds, kind])] : [kind];
    this.model.add({ nodes: [], edges: [{ source: source.id, target: target.id, kinds, quality: doubtful ? "TO_CONFIRM" : "AUTO_CONFIRMED", engines: [], ids: [] }] });
  }

  /** From a name's first byte to its last: a.b.c is three words and two dots. */
  private span(offset: number): Span {
    let low = 0, high = this.tokens.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tokens[middle]![1] <= offset) low = middle;
      else high = middle - 1;
    }
    let to = offset, joined = true;
    for (let i = low; i < this.tokens.length && joined; i += 2) {
      const [, start, length] = this.tokens[i]!;
      to = Math.max(to, start + length);
      const dot = this.tokens[i + 1];
      joined = dot !== undefined && dot[2] === 1 && dot[1] === to && this.tokens[i + 2]?.[1] === to + 1;
      if (joined && !this.dots.has(dot![1])) joined = false;
    }
    return { from: offset, to };
  }

  dots = new Set<number>();
}

export function pictureOf(analysis: Analysis, sql: string, withCatalog: boolean): Picture {
  const builder = new Builder(analysis.tokens, withCatalog);
  const bytes = new TextEncoder().encode(sql);
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 46) builder.dots.add(i);
  for (const statement of analysis.statements) builder.statement(statement);
  for (const table of builder.model.tables.values()) table.open = true;
  return { model: builder.model, places: builder.places, expressions: builder.expressions };
}
