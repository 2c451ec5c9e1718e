// One statement: its text with every place that made an edge, the runs, and its own small map.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { StatementAnswer } from "./api";
import { GraphView } from "./graph/view";
import { Legend } from "./map";
import { addressOf, place } from "./state";
import { SqlText, type Mark } from "./sql/sqltext";
import { plural, when } from "./text";
import { useAnswer } from "./use";

function useGraph(host: preact.RefObject<HTMLDivElement>, answer: StatementAnswer | null, chosen: (ids: Set<number> | null) => void): void {
  useEffect(() => {
    if (!answer || !host.current) return;
    const idsOf = (keys: Set<string> | null) => keys && new Set([...keys].flatMap((k) => view.model.columnLinks.get(k)?.ids ?? []));
    const light = (id: number) => {
      const path = id ? view.model.path(id, true) : null;
      view.marks.lit = path ? new Set([...path.nodes, ...[...path.nodes].map((n) => view.model.tableOf(n))]) : null;
      view.marks.litLinks = path?.links ?? null;
      chosen(idsOf(path?.links ?? null));
      view.paint();
    };
    const view: GraphView = new GraphView(host.current, {
      click: (spot) => {
        if (spot.what === "row") light((view.marks.locked = view.marks.locked === spot.id ? 0 : spot.id));
        else if (spot.what === "nothing") light((view.marks.locked = 0));
        else if (spot.what === "box") location.hash = addressOf("table", view.model.tables.get(spot.box.node)!.node.name);
      },
      hover: (spot) => {
        if (view.marks.locked) return;
        if (spot.what === "wire") chosen(new Set(spot.wire.links.flatMap((l) => l.ids)));
        else light(spot.what === "row" ? spot.id : 0);
      },
      key: (e) => e.key === "f" && (view.fit(), true),
    }, "The statement's own map");
    view.model.add(answer);
    for (const table of view.model.tables.values()) table.open = true;
    view.view.indirect = true;
    void view.refresh({ fit: true });
    return () => view.destroy();
  }, [answer]);
}

export function StatementView() {
  const fingerprint = place.value.name, host = useRef<HTMLDivElement>(null);
  const answer = useAnswer<StatementAnswer>(`/statements/${encodeURIComponent(fingerprint)}`);
  const [at, setAt] = useState(0), [chosen, setChosen] = useState<Set<number> | null>(null);
  useGraph(host, answer, setChosen);
  const statement = answer?.statements[Math.min(at, answer.statements.length - 1)];
  const marks = useMemo<Mark[]>(() => {
    const own = answer?.highlights.filter((h) => h.statement === statement?.id) ?? [];
    return own.map((h) => ({ offset: h.offset, length: h.length, strong: chosen?.has(h.edge) ?? false }));
  }, [answer, statement, chosen]);
  document.title = `Statement ${fingerprint.slice(0, 8)} · colline`;
  if (!answer || !statement) return <main class="paste"><section class="paste-text"><p class="note">Loading…</p></section></main>;
  const jobs = statement.jobs.filter((j) => j.name);
  return (
    <main class="paste">
      <section class="paste-text statement">
        <header class="panel-head">
          <div class="panel-kind">{statement.kind.replaceAll("_", " ").toLowerCase()} · {statement.dialect}{statement.status !== "ok" && <span class="badge badge-to_confirm">{statement.status}</span>}</div>
          <h2>Statement <code>{answer.fingerprint}</code></h2>
        </header>
        {answer.statements.length > 1 && (
          <div class="tabs" role="tablist">
            {answer.statements.map((s, i) => <button key={s.id} role="tab" aria-selected={i === at} onClick={() => setAt(i)}>{s.dialect}{s.default_db && ` in ${s.default_db}`}</button>)}
          </div>
        )}
        <SqlText text={statement.text} tokens={statement.tokens} marks={marks} label="The statement's text" />
        {statement.diagnostics.length > 0 && (
          <ul class="problems">{statement.diagnostics.map((d, i) => <li key={i}><span class={`problem ${d.severity}`}><span class="problem-place">{d.line}:{d.column}</span>{d.message}<code>{d.code}</code></span></li>)}</ul>
        )}
        <dl class="facts">
          {statement.count > 0 && <><dt>Runs</dt><dd>{statement.count.toLocaleString("en")}</dd></>}
          {statement.first_seen && <><dt>First run</dt><dd>{when(statement.first_seen)}</dd></>}
          {statement.last_seen && <><dt>Last run</dt><dd>{when(statement.last_seen)}{statement.user && <> by {statement.user}</>}</dd></>}
          {statement.default_db && <><dt>Database</dt><dd>{statement.default_db}</dd></>}
          {jobs.length > 0 && <><dt>Jobs</dt><dd>{jobs.map((j) => <span class="job" key={j.name + j.batch}>{j.name}{j.count > 1 && <small> ×{j.count}</small>}</span>)}</dd></>}
          <dt>Edges</dt><dd>{plural(answer.edges.length, "edge")}</dd>
        </dl>
      </section>
      <section class="paste-graph" ref={host}><Legend indirect={true} /></section>
    </main>
  );
}
