// What a change would reach: tables, by distance, with columns, statements and jobs.
import { named, type GraphNode, type ImpactAnswer } from "../api";
import { addressOf } from "../state";
import { csv, download, plural } from "../text";
import { useAnswer } from "../use";
import { Icon, KindChip, Name } from "../widgets";

function rows(answer: ImpactAnswer): (string | number)[][] {
  const head = ["changed", "table", "distance", "columns", "kinds", "statements", "jobs"];
  return [head, ...answer.tables.map((t) => [
    answer.node.name, t.table.name, t.depth, t.columns.map((c) => c.node.column ?? "").join(" "), [...new Set(t.columns.flatMap((c) => c.kinds))].join(" "),
    t.statements.map((s) => s.fingerprint).join(" "), [...new Set(t.statements.flatMap((s) => s.jobs))].join(" "),
  ])];
}

export function ImpactList({ node }: { node: GraphNode }) {
  const answer = useAnswer<ImpactAnswer>("/lineage/impact", { ...named(node), depth: 20, limit: 2000 });
  if (!answer) return <p class="note">Loading…</p>;
  const levels = [...new Set(answer.tables.map((t) => t.depth))].sort((a, b) => a - b);
  return (
    <section>
      <div class="section-head">
        <h3>{answer.tables.length === 0 ? "Nothing else depends on it" : `A change reaches ${plural(answer.tables.length, "table")}`}</h3>
        {answer.tables.length > 0 && (
          <button class="button small" onClick={() => download(`impact-${node.name.replace(/[^\w.-]+/g, "_")}.csv`, csv(rows(answer)), "text/csv")}><Icon name="download" />CSV</button>
        )}
      </div>
      {answer.truncated && <p class="note">There are more than these.</p>}
      {levels.map((level) => (
        <div key={level} class="impact-level">
          <div class="impact-distance">{level === 1 ? "Directly" : `${level} steps away`}</div>
          {answer.tables.filter((t) => t.depth === level).map((t) => (
            <details class="impact-table" key={t.table.id}>
              <summary><Name name={t.table.name} /><span class="impact-count">{plural(t.columns.length, "column")}</span></summary>
              <ul>
                {t.columns.map((c) => (
                  <li key={c.node.id}><code>{c.node.column === "*" ? "all rows" : c.node.column}</code><span class="end-kinds">{c.kinds.map((k) => <KindChip key={k} kind={k} />)}</span></li>
                ))}
              </ul>
              {t.statements.length > 0 && (
                <p class="impact-by">by {t.statements.map((s, i) => <>{i > 0 && ", "}<a href={addressOf("statement", s.fingerprint)}><code>{s.fingerprint.slice(0, 8)}</code></a>{s.jobs.length > 0 && <> ({s.jobs.join(", ")})</>}</>)}</p>
              )}
              <a class="impact-open" href={addressOf("table", t.table.name)}>Open its map</a>
            </details>
          ))}
        </div>
      ))}
    </section>
  );
}
