// Paste your SQL: its lineage at once, with text and graph linked both ways.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem, post, type Analysis, type Diagnostic } from "../api";
import { GraphView, type Spot } from "../graph/view";
import { Legend } from "../map";
import { alone, complain, place, setOptions, settings } from "../state";
import { Positions, download, plural } from "../text";
import { Icon, IconButton } from "../widgets";
import { Editor, type Paint } from "./editor";
import { analyzeHere, library } from "./here";
import { pictureOf, type Picture } from "./model";

export const EXAMPLE = `WITH paid AS (
  SELECT customer_id, region, amount, created_at
  FROM shop.orders
  WHERE status IN ('PAID', 'SHIPPED')
)
INSERT INTO dm.customer_value
SELECT c.customer_id,
       concat(c.first_name, ' ', c.last_name)    AS full_name,
       p.region,
       sum(p.amount)                             AS lifetime_value,
       max(p.created_at)                         AS last_order,
       rank() OVER (PARTITION BY p.region ORDER BY sum(p.amount) DESC) AS value_rank,
       CASE WHEN sum(p.amount) > 1000 THEN 'gold' ELSE c.segment END   AS tier
FROM paid p
JOIN shop.customers c ON c.customer_id = p.customer_id
GROUP BY c.customer_id, c.first_name, c.last_name, c.segment, p.region;
`;
const LONGEST_LINK = 6000;

/** Graph and text know each other through nodes and places. */
class Desk {
  picture: Picture | null = null;
  positions = new Positions("");
  readonly graph: GraphView;
  editor: Editor | null = null;
  locked = 0;
  indirect = false;

  constructor(host: HTMLElement, private readonly chosen: (name: string | null) => void) {
    this.graph = new GraphView(host, {
      click: (spot) => this.click(spot), hover: (spot) => this.hover(spot),
      key: (e) => {
        if (e.key === "f") this.graph.fit();
        else if (e.key === "Escape") this.lock(0);
        else return false;
        return true;
      },
    }, "Lineage of the pasted SQL");
    (window as unknown as { collineSql: Desk }).collineSql = this;
  }

  async show(picture: Picture, positions: Positions): Promise<void> {
    const first = this.picture === null || this.picture.model.tables.size === 0;
    const keep = new Map([...(this.picture?.model.tables.values() ?? [])].map((t) => [t.node.name, t.open]));
    for (const table of picture.model.tables.values()) table.open = keep.get(table.node.name) ?? true;
    Object.assign(this, { picture, positions });
    this.graph.model = picture.model;
    this.lock(0);
    await this.graph.refresh({ fit: first || keep.size !== picture.model.tables.size, still: true });
  }

  setIndirect(on: boolean): void {
    this.indirect = on;
    this.graph.view.indirect = on;
    this.light(this.locked);
    void this.graph.refresh({ fit: true, still: true });
  }

  private light(id: number): void {
    const { marks, model } = this.graph;
    const path = id ? model.path(id, this.indirect) : null;
    marks.lit = path ? new Set([...path.nodes, ...[...path.nodes].map((n) => model.tableOf(n))]) : null;
    marks.litLinks = path?.links ?? null;
    marks.locked = this.locked;
    this.graph.paint();
  }

  private lock(id: number): void {
    this.locked = id;
    this.light(id);
    this.markPlaces(id, true);
    this.chosen(id ? this.graph.model.nodeOf(id)?.name ?? null : null);
  }

  private click(spot: Spot): void {
    if (spot.what === "toggle" || (spot.what === "box" && spot.box.kind !== "schema")) {
      const table = this.graph.model.tables.get(spot.box.node);
      if (spot.what === "toggle" && table) {
        table.open = !table.open;
        void this.graph.refresh({ keep: spot.box.node });
      }
    } else if (spot.what === "row") {
      this.lock(this.locked === spot.id ? 0 : spot.id);
    } else if (spot.what === "nothing") {
      this.lock(0);
    }
  }

  private hover(spot: Spot): void {
    if (this.locked) return;
    const id = spot.what === "row" ? spot.id : 0;
    this.light(id);
    if (spot.what === "wire") this.mark(this.picture?.places.filter((p) => spot.wire.links.some((l) => l.source === p.source && l.target === p.target)) ?? [], false);
    else this.markPlaces(id, false);
  }

  /** Where the text names what feeds this node, or what it feeds. */
  private markPlaces(id: number, reveal: boolean): void {
    this.mark(id ? this.picture?.places.filter((p) => p.source === id || p.target === id) ?? [] : [], reveal);
  }

  private mark(places: { from: number; to: number }[], reveal: boolean): void {
    const seen = new Set<string>(), paints: Paint[] = [];
    for (const { from, to } of places) {
      if (seen.has(`${from}-${to}`)) continue;
      seen.add(`${from}-${to}`);
      paints.push({ from: this.positions.unit(from), to: this.positions.unit(to), class: "mark" });
    }
    paints.sort((a, b) => a.from - b.from);
    this.editor?.mark(paints, reveal);
  }

  /** The pointer or the cursor stands there in the text. */
  point(unit: number | null): void {
    if (this.locked || !this.picture) return;
    const byte = unit === null ? -1 : this.positions.byte(unit);
    const here = this.picture.places.filter((p) => p.from <= byte && byte < p.to);
    const { marks } = this.graph;
    if (here.length === 0) {
      marks.lit = marks.litLinks = null;
      this.editor?.mark([]);
    } else {
      const nodes = new Set(here.flatMap((p) => [p.source, p.target]));
      marks.lit = new Set([...nodes, ...[...nodes].map((n) => this.graph.model.tableOf(n))]);
      marks.litLinks = new Set(here.map((p) => `c${p.source}>${p.target}`));
      this.mark(here, false);
    }
    this.graph.paint();
  }
}

function Problems({ analysis, positions, desk }: { analysis: Analysis | null; positions: Positions; desk: Desk | null }) {
  const all: Diagnostic[] = analysis?.statements.flatMap((s) => s.diagnostics) ?? [];
  const ddl = analysis?.ddl_diagnostics ?? [];
  if (all.length + ddl.length === 0) return null;
  return (
    <ul class="problems" aria-label="Problems">
      {all.slice(0, 50).map((d, i) => (
        <li key={i}><button class={`problem ${d.severity}`} onClick={() => desk?.editor?.select(positions.unit(d.offset), positions.unit(d.offset) + 1)}>
          <span class="problem-place">{d.line}:{d.column}</span>{d.message}<code>{d.code}</code>
        </button></li>
      ))}
      {ddl.slice(0, 20).map((d, i) => <li key={`d${i}`}><span class={`problem ${d.severity}`}><span class="problem-place">tables {d.line}:{d.column}</span>{d.message}</span></li>)}
    </ul>
  );
}

/** By the server; where there is none that answers, here. */
async function analyze(sql: string, dialect: string, ddl: string, signal: AbortSignal): Promise<Analysis> {
  try {
    if (location.protocol === "file:") throw new Problem(0, "there is no server here");
    const answer = await post<Analysis>("/analyze", { sql, dialect, ddl }, undefined, signal);
    alone.value = false;
    void library().catch(() => {}); // at hand, should the server go
    return answer;
  } catch (error) {
    if (!(error instanceof Problem && error.absent)) throw error;
    const answer = await analyzeHere(sql, dialect, ddl).catch(() => null);
    if (!answer || signal.aborted) throw error;
    alone.value = true;
    return answer;
  }
}

export function PasteView() {
  const textHost = useRef<HTMLDivElement>(null), ddlHost = useRef<HTMLDivElement>(null), graphHost = useRef<HTMLDivElement>(null);
  const options = useMemo(() => place.peek().options, []);
  const [sql, setSql] = useState(options.get("sql") ?? EXAMPLE), [ddl, setDdl] = useState(options.get("ddl") ?? "");
  const [dialect, setDialect] = useState(options.get("dialect") ?? settings.value?.dialect ?? "generic");
  const [tab, setTab] = useState<"sql" | "ddl">("sql");
  const [indirect, setIndirect] = useState(false);
  const [desk, setDesk] = useState<Desk | null>(null), [chosen, setChosen] = useState<string | null>(null);
  const [analysis, setAnalysis] = useState<Analysis | null>(null), [refused, setRefused] = useState<string | null>(null);
  const positions = useRef(new Positions(""));

  useEffect(() => {
    const made = new Desk(graphHost.current!, setChosen);
    made.editor = new Editor(textHost.current!, sql, "SQL", "Paste SQL here", setSql, (unit) => made.point(unit));
    const tables = new Editor(ddlHost.current!, ddl, "CREATE TABLE statements", "CREATE TABLE ... so that * and bare names are known", setDdl, () => {});
    setDesk(made);
    return () => {
      made.graph.destroy();
      made.editor?.destroy();
      tables.destroy();
    };
  }, []);

  useEffect(() => {
    if (!desk) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      setOptions({ sql: sql === EXAMPLE || sql.length + ddl.length > LONGEST_LINK ? "" : sql, ddl: sql.length + ddl.length > LONGEST_LINK ? "" : ddl, dialect });
      try {
        const answer = await analyze(sql, dialect, ddl, abort.signal);
        const where = new Positions(sql);
        positions.current = where;
        setAnalysis(answer);
        setRefused(null);
        desk.editor?.colour(answer.tokens.map(([kind, offset, length]) => ({ from: where.unit(offset), to: where.unit(offset + length), class: `tok-${kind}` })));
        desk.editor?.underline(answer.statements.flatMap((s) => s.diagnostics).map((d) => {
          const token = answer.tokens.find((t) => t[1] <= d.offset && d.offset < t[1] + t[2]);
          const from = where.unit(d.offset), to = token ? where.unit(token[1] + token[2]) : from + 1;
          return { from, to: Math.max(to, from + 1), class: `underline-${d.severity}`, title: d.message };
        }));
        await desk.show(pictureOf(answer, sql, ddl.trim() !== ""), where);
      } catch (error) {
        if (error instanceof Problem) setRefused(error.message);
        else complain(error);
      }
    }, analysis ? 220 : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [desk, sql, ddl, dialect]);

  useEffect(() => desk?.setIndirect(indirect), [desk, indirect]);
  const statements = analysis?.statements.length ?? 0;
  const edges = analysis?.statements.reduce((sum, s) => sum + s.edges.length, 0) ?? 0;
  const expressions = chosen && desk?.picture ? desk.picture.expressions.get(desk.locked) ?? [] : [];
  document.title = "Paste SQL · colline";
  return (
    <main class="paste">
      <section class="paste-text">
        <div class="paste-bar">
          <div class="tabs tabs-plain" role="tablist">
            <button role="tab" aria-selected={tab === "sql"} onClick={() => setTab("sql")}>SQL</button>
            <button role="tab" aria-selected={tab === "ddl"} onClick={() => setTab("ddl")}>Tables{ddl.trim() && <span class="tab-dot" />}</button>
          </div>
          <span class="bar-gap" />
          <label class="inline">Dialect
            <select value={dialect} onChange={(e) => setDialect(e.currentTarget.value)}>
              {(settings.value?.dialects ?? [dialect]).map((d) => <option key={d} value={d}>{d}</option>)}
            </select>
          </label>
          <button class="button small" onClick={() => desk?.editor && (desk.editor.text = EXAMPLE)}>Example</button>
        </div>
        <div class="editor" hidden={tab !== "sql"} ref={textHost} />
        <div class="editor" hidden={tab !== "ddl"} ref={ddlHost} />
        {refused && <p class="refused">{refused}</p>}
        <Problems analysis={analysis} positions={positions.current} desk={desk} />
        <div class="paste-foot">{plural(statements, "statement")}, {plural(edges, "edge")}
          {alone.value && <span class="badge" title="No server answers: the library within this page did it.">without a server</span>}
          {analysis?.statements.some((s) => s.status !== "ok") && <span class="badge badge-to_confirm">{analysis.statements.filter((s) => s.status !== "ok").length} not understood completely</span>}
        </div>
      </section>
      <section class="paste-graph" ref={graphHost}>
        {desk && (
          <div class="tools" role="toolbar" aria-label="Graph">
            <button class="tool-switch" aria-pressed={indirect} onClick={() => setIndirect(!indirect)}><Icon name="funnel" />Indirect</button>
            <span class="tools-gap" />
            <IconButton icon="minus" label="Zoom out" onClick={() => desk.graph.zoomBy(0.8)} />
            <IconButton icon="plus" label="Zoom in" onClick={() => desk.graph.zoomBy(1.25)} />
            <IconButton icon="fit" label="Show everything" onClick={() => desk.graph.fit()} />
            <span class="tools-gap" />
            <IconButton icon="download" label="Save as SVG" onClick={() => download("lineage.svg", desk.graph.svg(), "image/svg+xml")} />
          </div>
        )}
        {chosen && (
          <div class="map-status">
            <span class="lock-pill"><b>{chosen}</b></span>
            {expressions.map((e, i) => <code class="expression-pill" key={i}>{e}</code>)}
          </div>
        )}
        {statements === 0 && analysis && <div class="empty-card"><h2>Paste SQL at the left</h2><p>Its lineage is drawn here as you type. Nothing is kept.</p></div>}
        <Legend indirect={indirect} />
      </section>
    </main>
  );
}
