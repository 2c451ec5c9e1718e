// The first page: search, figures of the store, and where to begin.
import { Search } from "./search";
import type { Stats } from "./stats";
import { alone, addressOf, settings } from "./state";
import { useAnswer } from "./use";
import { Icon, Name } from "./widgets";

function Figure({ value, label, href }: { value: number; label: string; href?: string }) {
  const inside = <><span class="figure-value">{value.toLocaleString("en")}</span><span class="figure-label">{label}</span></>;
  return href ? <a class="figure" href={href}>{inside}</a> : <div class="figure">{inside}</div>;
}

/** How well the edges are known, as a bar. */
function QualityBar({ stats }: { stats: Stats }) {
  const parts: [string, string][] = [["AUTO_CONFIRMED", "confirmed"], ["TO_CONFIRM", "to confirm"], ["MANUAL_ADDED", "added by hand"]];
  const total = Math.max(1, parts.reduce((sum, [key]) => sum + (stats.edges_by_quality[key] ?? 0), 0));
  return (
    <div class="quality">
      <div class="quality-bar" role="img" aria-label="Edges by quality">
        {parts.filter(([key]) => stats.edges_by_quality[key]).map(([key]) => <span key={key} class={`quality-${key.toLowerCase()}`} style={{ width: `${(100 * (stats.edges_by_quality[key] ?? 0)) / total}%` }} />)}
      </div>
      <div class="quality-legend">
        {parts.filter(([key]) => stats.edges_by_quality[key]).map(([key, label]) => (
          <span key={key}><i class={`quality-${key.toLowerCase()}`} />{stats.edges_by_quality[key]!.toLocaleString("en")} {label}</span>
        ))}
      </div>
    </div>
  );
}

export function Home() {
  const store = settings.value?.store ?? false;
  const stats = useAnswer<Stats>(store ? "/stats" : null);
  document.title = "colline · data map";
  return (
    <main class="home">
      <section class="hero">
        <h1>Where does this column come from?</h1>
        <p>{store ? "Search a table or a column, and see what feeds it and what it feeds." : `${alone.value ? "There is no server here." : "This server has no store."} Paste SQL to see the lineage of its columns.`}</p>
        {store ? <Search large /> : <a class="button primary large" href={addressOf("sql")}>Paste SQL</a>}
        {store && <p class="hero-hint">or <a href={addressOf("sql")}>paste a statement</a> to see its lineage at once</p>}
      </section>
      {stats && (
        <section class="home-grid">
          <div class="card figures">
            <Figure value={stats.tables} label="tables" />
            <Figure value={stats.columns} label="columns" />
            <Figure value={stats.edges} label="column edges" />
            <Figure value={stats.statements.total} label="statements" />
            <Figure value={stats.runs} label="runs" />
            <Figure value={stats.failures_open} label="not understood" href={addressOf("health")} />
            <QualityBar stats={stats} />
          </div>
          <div class="card">
            <h2>Where much comes together</h2>
            <ul class="busiest">
              {stats.busiest.slice(0, 7).map((t) => (
                <li key={t.name}>
                  <a href={addressOf("table", t.name)}>
                    <Name name={t.name} />
                    <span class="busy-figures" title={`${t.upstream} tables feed it, it feeds ${t.downstream}`}>{t.upstream}<Icon name="left" /><Icon name="right" />{t.downstream}</span>
                  </a>
                </li>
              ))}
              {stats.busiest.length === 0 && <li class="note">The store has no edges yet. <code>colline ingest</code> loads them.</li>}
            </ul>
          </div>
        </section>
      )}
    </main>
  );
}
