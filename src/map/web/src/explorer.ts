// What a person does on the map: open a table, go a level further, open columns, lock one.  It asks the API, feeds the
// model, and keeps the address in step.
import { signal } from "@preact/signals";
import { INDIRECT_KINDS, VALUE_KINDS, get, named, type Graph, type GraphEdge, type GraphNode } from "./api";
import { Model } from "./graph/model";
import { GraphView, type Spot } from "./graph/view";
import { schemaOf, type Wire } from "./graph/scene";
import { complain, place, setOptions, tell } from "./state";
import { plural } from "./text";

export interface Pair { source: GraphNode; target: GraphNode }
export type Selection = { what: "none" } | { what: "table" | "column"; node: GraphNode } | { what: "edge"; key: string; pairs: Pair[] };

const TABLE_DEPTH = 2, COLUMN_DEPTH = 30, NODES = 400, MOST = 2500;
const flag = (options: URLSearchParams, name: string) => options.get(name) === "1";

export class Explorer {
  readonly selection = signal<Selection>({ what: "none" });
  readonly locked = signal<GraphNode | null>(null);
  readonly indirect = signal(false);
  readonly collapsed = signal<ReadonlySet<string>>(new Set());
  readonly busy = signal(0);
  readonly count = signal({ tables: 0, edges: 0 });
  readonly next = signal<string | null>(null);
  readonly missing = signal<string | null>(null);
  readonly said = signal(""); // for screen readers
  readonly view: GraphView;
  private focus: GraphNode | null = null;
  private readonly columnAnswers = new Map<number, Graph>();
  private turn = 0;

  constructor(host: HTMLElement) {
    this.view = new GraphView(host, {
      click: (spot) => this.click(spot),
      doubleClick: (spot) => this.doubleClick(spot),
      hover: () => this.light(),
      key: (event) => this.key(event),
    }, "Map of tables; arrow keys move, Enter opens columns, Space locks a column");
    (window as unknown as { colline: Explorer }).colline = this;
  }

  private async work<T>(promise: Promise<T>): Promise<T | null> {
    this.busy.value++;
    try {
      return await promise;
    } catch (error) {
      complain(error);
      return null;
    } finally {
      this.busy.value--;
    }
  }

  // ---- Opening ----

  async find(name: string): Promise<GraphNode | null> {
    const answer = await this.work(get<{ nodes: GraphNode[] }>("/nodes", { name }));
    return answer?.nodes[0] ?? null;
  }

  /** What the address says. */
  async open(name: string, options: URLSearchParams): Promise<void> {
    const turn = ++this.turn;
    this.missing.value = null;
    const node = await this.find(name);
    if (turn !== this.turn) return;
    if (!node) {
      this.missing.value = name;
      return;
    }
    if (node.kind === "column") options.set("lock", node.name);
    this.indirect.value = flag(options, "indirect");
    this.collapsed.value = new Set((options.get("fold") ?? "").split(",").filter(Boolean));
    const table = await this.loadTable(node, Number(options.get("depth")) || TABLE_DEPTH);
    if (turn !== this.turn || !table) return;
    await this.restore(options);
    if (turn === this.turn) await this.redraw({ fit: true });
  }

  private async loadTable(node: GraphNode, depth: number): Promise<GraphNode | null> {
    const answer = await this.work(get<Graph>("/lineage/table", { ...named({ ...node, column: "" }), depth: Math.min(20, depth), limit: NODES }));
    if (!answer) return null;
    this.view.model = new Model();
    this.columnAnswers.clear();
    this.take(answer);
    const table = answer.nodes.find((n) => n.depth === 0 && n.kind !== "column") ?? answer.nodes[0]!;
    this.focus = table;
    this.locked.value = null;
    this.view.view.lit = null;
    this.view.marks.focus = table.id;
    this.select({ what: "table", node: table });
    return table;
  }

  private async restore(options: URLSearchParams): Promise<void> {
    const open = (options.get("open") ?? "").split(",").filter(Boolean);
    const byName = new Map([...this.view.model.tables.values()].map((t) => [t.node.name, t]));
    await Promise.all(open.map((name) => byName.get(name)).filter((t) => t !== undefined).map((t) => this.loadColumns(t.node, true)));
    const lock = options.get("lock");
    if (lock) {
      const column = await this.find(lock);
      if (column?.kind === "column") await this.lock(column, false);
    }
  }

  private take(answer: Graph): void {
    this.view.model.add(answer);
    for (const columns of this.columnAnswers.values()) this.view.model.add(this.within(columns));
    this.next.value = answer.next ?? null;
    this.figures();
  }

  private figures(): void {
    const model = this.view.model;
    this.count.value = { tables: model.tables.size, edges: model.tableLinks.size };
  }

  /** Column answers name neighbours that the map does not show: those stay out. */
  private within(answer: Graph): Graph {
    const tables = this.view.model.tables;
    const nodes = answer.nodes.filter((n) => (n.kind === "column" ? tables.has(n.parent!) : tables.has(n.id)));
    const ids = new Set(nodes.map((n) => n.id));
    return { ...answer, nodes, edges: answer.edges.filter((e) => ids.has(e.source) && ids.has(e.target)) };
  }

  /** After a change of an edge: what the store says now, in the same view. */
  async reload(gone?: number): Promise<void> {
    if (!this.focus) return;
    if (gone !== undefined) this.view.model.forget(gone);
    const answer = await this.work(get<Graph>("/lineage/table", { ...named({ ...this.focus, column: "" }), depth: TABLE_DEPTH, limit: NODES }));
    const open = [...this.columnAnswers.keys()];
    for (const id of open) {
      const table = this.view.model.tables.get(id);
      if (table) {
        table.complete = false;
        await this.loadColumns(table.node, table.open);
      }
    }
    if (answer) this.take(answer);
    if (this.locked.value) {
      const selection = this.selection.value;
      await this.lock(this.locked.value, false);
      this.select(selection);
    }
    await this.redraw({ keep: this.focus.id });
  }

  async more(): Promise<void> {
    const next = this.next.value;
    if (!next) return;
    const answer = await this.work(get<Graph>(next));
    if (!answer) return;
    this.take(answer);
    await this.redraw({ keep: this.focus?.id });
  }

  async level(node: GraphNode, side: "up" | "down"): Promise<void> {
    if (this.view.model.tables.size >= MOST) return tell(`The map shows ${plural(this.view.model.tables.size, "table")}; start from another one to see more`, true);
    const answer = await this.work(get<Graph>(side === "up" ? "/lineage/table/upstream" : "/lineage/table/downstream", { ...named({ ...node, column: "" }), depth: 1, limit: NODES }));
    if (!answer) return;
    const before = this.view.model.tables.size;
    const table = this.view.model.tables.get(node.id);
    this.take(answer);
    if (table && !answer.truncated) side === "up" ? (table.up = 0) : (table.down = 0);
    this.say(`${plural(this.view.model.tables.size - before, "table")} added`);
    await this.redraw({ keep: node.id });
  }

  hide(node: GraphNode): void {
    this.view.model.drop(node.id);
    this.columnAnswers.delete(node.id);
    this.select({ what: "none" });
    this.figures();
    void this.redraw({});
  }

  // ---- Columns ----

  private async loadColumns(node: GraphNode, open: boolean): Promise<boolean> {
    const table = this.view.model.tables.get(node.id);
    if (!table) return false;
    if (!table.complete) {
      const answer = await this.work(get<Graph>("/lineage/table/columns", named({ ...node, column: "" })));
      if (!answer) return false;
      this.columnAnswers.set(node.id, answer);
      this.view.model.add(this.within(answer));
      this.view.model.order(node.id, answer.nodes);
      table.complete = true;
    }
    table.open = open;
    return true;
  }

  async toggle(node: GraphNode): Promise<void> {
    const table = this.view.model.tables.get(node.id);
    if (!table) return;
    if (table.open) table.open = false;
    else if (!(await this.loadColumns(node, true))) return;
    this.say(table.open ? `${plural(table.columns.length, "column")} of ${node.name}` : `${node.name} closed`);
    await this.redraw({ keep: node.id });
  }

  async toggleAll(): Promise<void> {
    const tables = [...this.view.model.tables.values()].filter((t) => t.node.kind !== "file");
    const open = tables.some((t) => !t.open);
    if (open && tables.length > 120) return tell("Too many tables to open all of them: open some, or lock a column", true);
    await Promise.all(tables.map((t) => this.loadColumns(t.node, open)));
    await this.redraw({ keep: this.focus?.id });
  }

  /** Light the whole path of a column, both ways: all of it, not only what the map has so far. */
  async lock(node: GraphNode, draw = true): Promise<void> {
    const kinds = this.indirect.value ? [...VALUE_KINDS, ...INDIRECT_KINDS].join(",") : VALUE_KINDS.join(",");
    const answer = await this.work(get<Graph>("/lineage/column", { ...named(node), direction: "both", depth: COLUMN_DEPTH, kinds, limit: NODES }));
    if (!answer) return;
    this.view.model.add(answer);
    this.figures();
    const column = this.view.model.columns.get(node.id) ?? node;
    const path = this.view.model.path(node.id, this.indirect.value);
    this.locked.value = column;
    this.view.view.lit = path.nodes;
    this.view.marks.locked = node.id;
    this.select({ what: "column", node: column });
    this.light();
    const tables = new Set([...path.nodes].map((id) => this.view.model.tableOf(id)));
    this.say(`${column.name} locked: ${plural(path.nodes.size - 1, "column")} in ${plural(tables.size, "table")} on its path`);
    if (!draw) return;
    await this.redraw({ keep: node.parent });
    if (!this.view.shows(path.nodes)) this.view.fit(path.nodes);
  }

  async unlock(): Promise<void> {
    if (!this.locked.value) return;
    const node = this.locked.value;
    this.locked.value = null;
    this.view.view.lit = null;
    this.view.marks.locked = 0;
    this.light();
    await this.redraw({ keep: node.parent });
  }

  /** What is lit: the locked column's path, else that of the column under the pointer. */
  private light(): void {
    const { marks, model } = this.view;
    const id = this.locked.value?.id ?? marks.hoverRow;
    const path = id ? model.path(id, this.indirect.value) : null;
    marks.litLinks = path?.links ?? null;
    marks.lit = path ? new Set([...path.nodes, ...[...path.nodes].map((n) => model.tableOf(n))]) : null;
    this.view.paint();
  }

  // ---- What is shown ----

  async setIndirect(on: boolean): Promise<void> {
    this.indirect.value = on;
    if (this.locked.value) await this.lock(this.locked.value);
    else await this.redraw({ keep: this.focus?.id });
  }

  async setCollapsed(schemas: Iterable<string>): Promise<void> {
    this.collapsed.value = new Set(schemas);
    await this.redraw({ fit: true });
  }

  schemas(): string[] {
    return [...new Set([...this.view.model.tables.values()].map((t) => schemaOf(t.node)))].sort();
  }

  async redraw(how: { keep?: number | undefined; fit?: boolean }): Promise<void> {
    this.view.view.indirect = this.indirect.value;
    this.view.view.collapsed = new Set(this.collapsed.value);
    this.light();
    await this.view.refresh({ ...(how.keep !== undefined ? { keep: how.keep } : {}), fit: how.fit ?? false });
    this.remember();
  }

  private remember(): void {
    if (place.peek().view !== "table") return;
    const open = [...this.view.model.tables.values()].filter((t) => t.open).map((t) => t.node.name);
    setOptions({
      open: open.join(","), lock: this.locked.value?.name ?? "", indirect: this.indirect.value ? "1" : "", fold: [...this.collapsed.value].join(","),
    });
  }

  private say(text: string): void {
    this.said.value = text;
  }

  // ---- Pointer and keys ----

  select(selection: Selection): void {
    this.selection.value = selection;
    this.view.marks.selected = selection.what === "table" || selection.what === "column" ? selection.node.id : 0;
    this.view.paint();
  }

  private selectWire(wire: Wire): void {
    const pairs = wire.links.map((l) => ({ source: this.view.model.nodeOf(l.source)!, target: this.view.model.nodeOf(l.target)! }));
    this.select({ what: "edge", key: wire.key, pairs });
  }

  selectEdge(edge: GraphEdge, nodes: Map<number, GraphNode>): void {
    const source = nodes.get(edge.source), target = nodes.get(edge.target);
    if (source && target) this.select({ what: "edge", key: `${edge.source}>${edge.target}`, pairs: [{ source, target }] });
  }

  private click(spot: Spot): void {
    if (spot.what === "nothing") {
      void this.unlock();
      this.select({ what: "none" });
    } else if (spot.what === "wire") {
      this.selectWire(spot.wire);
    } else if (spot.what === "more") {
      void this.level(this.view.model.tables.get(spot.box.node)!.node, spot.side);
    } else if (spot.box.kind === "schema") {
      void this.setCollapsed([...this.collapsed.value].filter((s) => s !== spot.box.schema));
    } else {
      const table = this.view.model.tables.get(spot.box.node)!;
      if (spot.what === "toggle") void this.toggle(table.node);
      else if (spot.what === "row") void (this.locked.value?.id === spot.id ? this.unlock() : this.lock(this.view.model.columns.get(spot.id)!));
      else this.select({ what: "table", node: table.node });
    }
  }

  private doubleClick(spot: Spot): void {
    if (spot.what === "box" && spot.box.kind !== "schema" && spot.box.kind !== "file") void this.toggle(this.view.model.tables.get(spot.box.node)!.node);
  }

  private current(): GraphNode | null {
    const s = this.selection.value;
    return s.what === "table" || s.what === "column" ? s.node : this.focus;
  }

  private key(event: KeyboardEvent): boolean {
    const node = this.current(), table = node ? this.view.model.tables.get(this.view.model.tableOf(node.id)) : undefined;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), ArrowUp: () => this.walk(-1), ArrowDown: () => this.walk(1),
      Enter: () => table && void this.toggle(table.node),
      " ": () => node?.kind === "column" && void (this.locked.value?.id === node.id ? this.unlock() : this.lock(node)),
      "[": () => table && void this.level(table.node, "up"), "]": () => table && void this.level(table.node, "down"),
      f: () => this.view.fit(), "+": () => this.view.zoomBy(1.25), "=": () => this.view.zoomBy(1.25), "-": () => this.view.zoomBy(0.8),
      i: () => void this.setIndirect(!this.indirect.value), c: () => void this.toggleAll(),
      Escape: () => void (this.locked.value ? this.unlock() : this.select({ what: "none" })),
    };
    const run = keys[event.key];
    run?.();
    return run !== undefined;
  }

  /** To the nearest neighbour upstream (-1) or downstream. */
  private step(direction: -1 | 1): void {
    const node = this.current();
    if (!node) return;
    const links = direction < 0 ? this.view.model.linksInto(node.id) : this.view.model.linksFrom(node.id);
    const here = this.view.scene.byNode.get(this.view.model.tableOf(node.id));
    const next = links.map((l) => (direction < 0 ? l.source : l.target)).filter((id) => this.view.scene.byNode.has(this.view.model.tableOf(id)))
      .sort((a, b) => this.distance(a, here?.y ?? 0) - this.distance(b, here?.y ?? 0))[0];
    if (next !== undefined) this.arrive(next);
  }

  private distance(id: number, y: number): number {
    return Math.abs((this.view.scene.byNode.get(this.view.model.tableOf(id))?.y ?? 0) - y);
  }

  /** Up or down: through the rows of an open table, else through the tables of the same layer. */
  private walk(direction: -1 | 1): void {
    const node = this.current(), box = node && this.view.scene.byNode.get(this.view.model.tableOf(node.id));
    if (!node || !box) return;
    const row = box.rows.findIndex((r) => r.id === node.id), next = row + direction;
    if (next >= 0 && next < box.rows.length && (row >= 0 || direction > 0)) return this.arrive(box.rows[next]!.id);
    if (row === 0 && direction < 0) return this.arrive(box.node);
    const column = this.view.scene.boxes.filter((b) => b.node && Math.abs(b.x + b.width / 2 - box.x - box.width / 2) < b.width / 2).sort((a, b) => a.y - b.y);
    const other = column[column.indexOf(box) + direction];
    if (other) this.arrive(other.node);
  }

  private arrive(id: number): void {
    const node = this.view.model.nodeOf(id);
    if (!node) return;
    this.select({ what: node.kind === "column" ? "column" : "table", node });
    this.say(node.name);
    this.view.reveal(id);
  }
}
