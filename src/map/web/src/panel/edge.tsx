// What made an edge: its kinds, the statements with the place marked, jobs and times, and what people decided.
import { useState } from "preact/hooks";
import { named, post, remove, type EdgeAnswer, type EdgeDetail, type Evidence, type Graph, type StatementAnswer } from "../api";
import type { Explorer, Pair } from "../explorer";
import { addressOf, complain, tell, token, who } from "../state";
import { SqlText } from "../sql/sqltext";
import { plural, when } from "../text";
import { useAnswer } from "../use";
import { Icon, KindChip, Name, QualityBadge, Signed } from "../widgets";

const SHOWN = 3;

export function EdgePanel({ explorer, pairs }: { explorer: Explorer; pairs: Pair[] }) {
  const [at, setAt] = useState(pairs.length === 1 ? 0 : -1);
  const pair = pairs[at];
  if (!pair)
    return (
      <>
        <header class="panel-head"><div class="panel-kind">Edges</div><h2>{plural(pairs.length, "edge")}</h2></header>
        <ul class="ends">
          {pairs.map((p, i) => (
            <li key={i}><button class="end-row" onClick={() => setAt(i)}><Name name={p.source.name} /><Icon name="right" /><Name name={p.target.name} /></button></li>
          ))}
        </ul>
      </>
    );
  return <OneEdge explorer={explorer} pair={pair} />;
}

function OneEdge({ explorer, pair }: { explorer: Explorer; pair: Pair }) {
  const [again, setAgain] = useState(0);
  const answer = useAnswer<EdgeAnswer>("/edges", { source: pair.source.id, target: pair.target.id }, again);
  const tables = pair.source.kind !== "column" && pair.target.kind !== "column";
  return (
    <>
      <header class="panel-head">
        <div class="panel-kind">{tables ? "Edge between tables" : "Edge between columns"}</div>
        <h2 class="edge-title"><Name name={pair.source.name} /><Icon name="right" /><Name name={pair.target.name.replace(/\*$/, "all rows")} /></h2>
      </header>
      {!answer && <p class="note">Loading…</p>}
      {answer && tables && <ColumnEdges explorer={explorer} pair={pair} />}
      {answer?.edges.map((edge) => <Detail key={edge.id} edge={edge} explorer={explorer} changed={() => setAgain(again + 1)} />)}
      {answer && answer.edges.length === 0 && <p class="note">Nothing is kept about how this edge came to be.</p>}
    </>
  );
}

/** Between two tables: which columns feed which. */
function ColumnEdges({ explorer, pair }: { explorer: Explorer; pair: Pair }) {
  const [all, setAll] = useState(false);
  const answer = useAnswer<Graph>(pair.target.kind === "file" ? null : "/lineage/table/columns", named({ ...pair.target, column: "" }));
  if (!answer) return null;
  const nodes = new Map(answer.nodes.map((n) => [n.id, n]));
  const edges = answer.edges.filter((e) => nodes.get(e.source)?.parent === pair.source.id && nodes.get(e.target)?.parent === pair.target.id);
  const shown = all ? edges : edges.slice(0, 8);
  if (edges.length === 0) return null;
  return (
    <section>
      <h3>{plural(edges.length, "column edge")}</h3>
      <ul class="ends">
        {shown.map((e) => (
          <li key={`${e.source}>${e.target}`}>
            <button class="end-row" onClick={() => explorer.selectEdge(e, nodes)}>
              <span class="edge-short"><code>{nodes.get(e.source)?.column}</code><Icon name="right" /><code>{nodes.get(e.target)?.column === "*" ? "all rows" : nodes.get(e.target)?.column}</code></span>
              <span class="end-kinds">{e.kinds.map((k) => <KindChip key={k} kind={k} />)}</span>
            </button>
          </li>
        ))}
      </ul>
      {edges.length > shown.length && <button class="button small" onClick={() => setAll(true)}>Show all {edges.length}</button>}
    </section>
  );
}

function Detail({ edge, explorer, changed }: { edge: EdgeDetail; explorer: Explorer; changed: () => void }) {
  const [all, setAll] = useState(false);
  const [deciding, setDeciding] = useState<"" | "confirm" | "remove">("");
  const [busy, setBusy] = useState(false);
  const shown = all ? edge.evidence : edge.evidence.slice(0, SHOWN);
  const decide = async (why: string) => {
    setBusy(true);
    try {
      if (deciding === "confirm") await post(`/edges/${edge.id}/confirm`, { who: who.value, why }, token.value);
      else await remove(`/edges/${edge.id}`, { who: who.value, why }, token.value);
      tell(deciding === "confirm" ? "The edge is confirmed" : "The edge is removed");
      setDeciding("");
      changed();
      await explorer.reload(deciding === "remove" ? edge.id : undefined);
    } catch (error) {
      complain(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="edge-detail">
      <div class="edge-line">
        {edge.kind !== "TABLE" && <KindChip kind={edge.kind} />}
        <QualityBadge quality={edge.quality} />
        {edge.condition && <span class="badge" title="the column stands only in a condition">in a condition</span>}
        <span class="engines">{edge.engines.join(", ")}</span>
        <span class="edge-decide">
          {edge.quality === "TO_CONFIRM" && <button class="button small" onClick={() => setDeciding(deciding === "confirm" ? "" : "confirm")}><Icon name="check" />Confirm</button>}
          <button class="button small" onClick={() => setDeciding(deciding === "remove" ? "" : "remove")} title="It is wrong: hide it"><Icon name="close" />Remove</button>
        </span>
      </div>
      {deciding && <Signed action={deciding === "confirm" ? "Confirm this edge" : "Remove this edge"} busy={busy} danger={deciding === "remove"} onSign={(why) => void decide(why)} />}
      {shown.map((e, i) => <Proof key={i} evidence={e} first={i === 0} />)}
      {edge.evidence.length > shown.length && <button class="button small" onClick={() => setAll(true)}>Show all {plural(edge.evidence.length, "statement")}</button>}
      {edge.history.length > 0 && (
        <ul class="history">
          {edge.history.map((d, i) => <li key={i}><b>{d.who}</b> {({ add: "added", confirm: "confirmed", remove: "removed", change: "changed" } as Record<string, string>)[d.action] ?? d.action} it, {when(d.at)}{d.why && <>: “{d.why}”</>}</li>)}
        </ul>
      )}
    </section>
  );
}

/** One statement's part in an edge. */
function Proof({ evidence, first }: { evidence: Evidence; first: boolean }) {
  const [open, setOpen] = useState(first);
  const answer = useAnswer<StatementAnswer>(open && evidence.fingerprint ? `/statements/${evidence.fingerprint}` : null);
  const statement = answer?.statements.find((s) => s.id === evidence.statement) ?? answer?.statements[0];
  if (!evidence.fingerprint) return <p class="note">Added by hand{evidence.expression && <>: <code>{evidence.expression}</code></>}</p>;
  const jobs = statement?.jobs.filter((j) => j.name) ?? [];
  return (
    <div class="proof">
      {evidence.expression && <pre class="expression">{evidence.expression}</pre>}
      <div class="proof-line">
        <button class="proof-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? "Hide" : "Show"} the statement</button>
        <a href={addressOf("statement", evidence.fingerprint)} title="The whole statement and all its edges"><code>{evidence.fingerprint.slice(0, 8)}</code></a>
        <span class="proof-dialect">{evidence.dialect}</span>
      </div>
      {open && statement && (
        <SqlText text={statement.text} tokens={statement.tokens} marks={evidence.length ? [{ offset: evidence.offset, length: evidence.length, strong: true }] : []} label={`Statement ${evidence.fingerprint}`} />
      )}
      {open && statement && (
        <dl class="facts">
          {evidence.count > 0 && <><dt>Runs</dt><dd>{evidence.count.toLocaleString("en")}</dd></>}
          {evidence.first_seen && <><dt>First run</dt><dd>{when(evidence.first_seen)}</dd></>}
          {evidence.last_seen && <><dt>Last run</dt><dd>{when(evidence.last_seen)}{statement.user && <> by {statement.user}</>}</dd></>}
          {jobs.length > 0 && <><dt>Jobs</dt><dd>{jobs.map((j) => <span class="job" key={j.name + j.batch}>{j.name}{j.count > 1 && <small> ×{j.count}</small>}</span>)}</dd></>}
          {evidence.parsed_at && <><dt>Read</dt><dd>{when(evidence.parsed_at)}</dd></>}
        </dl>
      )}
    </div>
  );
}
