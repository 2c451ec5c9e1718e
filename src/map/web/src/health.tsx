// How well the statements are understood, and the queue of those that are not.
import { useState } from "preact/hooks";
import { post, type Failure } from "./api";
import type { Stats } from "./stats";
import { addressOf, complain, settings, tell, token, who } from "./state";
import { plural, when } from "./text";
import { useAnswer } from "./use";
import { Signed } from "./widgets";

function Share({ part, of, label }: { part: number; of: number; label: string }) {
  const percent = of === 0 ? 0 : (100 * part) / of;
  return (
    <div class="share">
      <div class="share-bar"><span style={{ width: `${percent}%` }} /></div>
      <span class="share-figure">{percent >= 99.95 || percent === 0 ? percent.toFixed(0) : percent.toFixed(1)} %</span>
      <span class="share-label">{label}</span>
    </div>
  );
}

function Row({ failure, changed }: { failure: Failure; changed: () => void }) {
  const [closing, setClosing] = useState(false), [busy, setBusy] = useState(false);
  const close = async (why: string) => {
    setBusy(true);
    try {
      await post(`/failures/${failure.id}/close`, { who: who.value, why }, token.value);
      tell("Closed");
      changed();
    } catch (error) {
      complain(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li class="failure">
      <div class="failure-head">
        <span class={`badge badge-${failure.state}`}>{failure.state}</span>
        <a href={addressOf("statement", failure.fingerprint)}><code>{failure.fingerprint.slice(0, 8)}</code></a>
        <span class="failure-message">{failure.message}</span>
        <span class="failure-count">{failure.dialect} · {plural(failure.count, "run")}{failure.last_seen ? ` · ${when(failure.last_seen)}` : ""}</span>
        {settings.value?.changes && failure.state === "open" && <button class="button small" onClick={() => setClosing(!closing)}>Close</button>}
      </div>
      <pre class="failure-text">{failure.text.slice(0, 400)}</pre>
      {failure.who && <p class="note">{failure.who}{failure.why && `: “${failure.why}”`}</p>}
      {closing && <Signed action="Close it" busy={busy} onSign={(why) => void close(why)} />}
    </li>
  );
}

export function Health() {
  const [state, setState] = useState<"open" | "all">("open"), [again, setAgain] = useState(0);
  const stats = useAnswer<Stats>("/stats", {}, again);
  const failures = useAnswer<{ failures: Failure[]; truncated: boolean }>("/failures", { state, limit: 200 }, again);
  document.title = "Health · colline";
  const read = stats ? stats.statements.total - stats.statements.failed : 0;
  return (
    <main class="health">
      <h1>Health</h1>
      {stats && (
        <div class="card shares">
          <Share part={stats.statements.ok} of={read} label={`of ${plural(read, "statement")} understood completely`} />
          <Share part={stats.statements.ok + stats.statements.partial} of={read} label="understood at least in part" />
          <Share part={(stats.edges_by_quality.AUTO_CONFIRMED ?? 0) + (stats.edges_by_quality.MANUAL_ADDED ?? 0)} of={stats.edges} label={`of ${plural(stats.edges, "column edge")} confirmed`} />
          <Share part={stats.covered_columns} of={stats.written_columns} label={`of ${plural(stats.written_columns, "written column")} have a known source`} />
        </div>
      )}
      <div class="section-head">
        <h2>Statements that were not understood</h2>
        <label class="inline">Show <select value={state} onChange={(e) => setState(e.currentTarget.value as "open" | "all")}><option value="open">open</option><option value="all">all</option></select></label>
      </div>
      {failures && failures.failures.length === 0 && <p class="note">None. Every statement gave its lineage.</p>}
      <ul class="failures">{failures?.failures.map((f) => <Row key={f.id} failure={f} changed={() => setAgain(again + 1)} />)}</ul>
    </main>
  );
}
