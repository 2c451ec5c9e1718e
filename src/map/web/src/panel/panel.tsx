// The panel beside the map: about what is selected.
import { useState } from "preact/hooks";
import type { Explorer } from "../explorer";
import { named, type EdgeKind, type Graph, type GraphNode } from "../api";
import { addressOf, go, settings } from "../state";
import { plural } from "../text";
import { Icon, IconButton, KindChip, Name, QualityBadge, kindWords } from "../widgets";
import { useAnswer } from "../use";
import { EdgePanel } from "./edge";
import { AddEdge } from "./add";
import { ImpactList } from "./impact";

export function Panel({ explorer }: { explorer: Explorer }) {
  const selection = explorer.selection.value;
  return (
    <aside class="panel" aria-label="Details">
      <div class="panel-close"><IconButton icon="close" label="Close the panel" shortcut="Esc" onClick={() => explorer.select({ what: "none" })} /></div>
      {selection.what === "table" && <TablePanel key={selection.node.id} explorer={explorer} node={selection.node} />}
      {selection.what === "column" && <ColumnPanel key={selection.node.id} explorer={explorer} node={selection.node} />}
      {selection.what === "edge" && <EdgePanel key={selection.key} explorer={explorer} pairs={selection.pairs} />}
    </aside>
  );
}

function Head({ node, kind }: { node: GraphNode; kind: string }) {
  return (
    <header class="panel-head">
      <div class="panel-kind">{kind}{!node.known && node.kind !== "file" && node.kind !== "temporary" && <span class="badge badge-to_confirm">Not in the catalog</span>}</div>
      <h2><Name name={node.name} /></h2>
    </header>
  );
}

type Tab = "about" | "impact" | "add";
function Tabs({ tab, setTab }: { tab: Tab; setTab: (tab: Tab) => void }) {
  const tabs: [Tab, string][] = [["about", "About"], ["impact", "Impact"], ...(settings.value?.changes ? [["add", "Add edge"] as [Tab, string]] : [])];
  return (
    <div class="tabs" role="tablist">
      {tabs.map(([id, label]) => <button key={id} role="tab" aria-selected={tab === id} onClick={() => setTab(id)}>{label}</button>)}
    </div>
  );
}

function TablePanel({ explorer, node }: { explorer: Explorer; node: GraphNode }) {
  const [tab, setTab] = useState<Tab>("about");
  return (
    <>
      <Head node={node} kind={kindWords[node.kind]} />
      <div class="panel-actions">
        <button class="button small" onClick={() => void explorer.level(node, "up")} title="One level more upstream ([)"><Icon name="left" />Upstream</button>
        <button class="button small" onClick={() => void explorer.level(node, "down")} title="One level more downstream (])">Downstream<Icon name="right" /></button>
        <button class="button small" onClick={() => go("table", node.name)} title="Start the map from here"><Icon name="target" />Focus</button>
        <button class="button small" onClick={() => explorer.hide(node)} title="Take it off the map"><Icon name="hide" />Hide</button>
      </div>
      {node.kind !== "file" && <Tabs tab={tab} setTab={setTab} />}
      {tab === "about" && node.kind !== "file" && <Columns explorer={explorer} node={node} />}
      {tab === "impact" && <ImpactList node={node} />}
      {tab === "add" && <AddEdge node={node} explorer={explorer} />}
    </>
  );
}

function Columns({ explorer, node }: { explorer: Explorer; node: GraphNode }) {
  const answer = useAnswer<Graph>("/lineage/table/columns", named({ ...node, column: "" }));
  if (!answer) return <p class="note">Loading…</p>;
  const columns = answer.nodes.filter((n) => n.parent === node.id && n.column !== "*");
  const fed = new Set(answer.edges.filter((e) => !e.kinds.includes("TABLE")).map((e) => e.target));
  const feeds = new Set(answer.edges.filter((e) => !e.kinds.includes("TABLE")).map((e) => e.source));
  return (
    <section>
      <h3>{plural(columns.length, "column")}</h3>
      <ul class="columns">
        {columns.map((c) => (
          <li key={c.id}>
            <button class={explorer.locked.value?.id === c.id ? "column-row locked" : "column-row"} onClick={() => void explorer.lock(c)} title="Light its path">
              <span class={fed.has(c.id) ? "dot on" : "dot"} title={fed.has(c.id) ? "fed by other columns" : "nothing feeds it"} />
              <code>{c.column}</code>
              <span class="column-type">{(c.type ?? "").toLowerCase()}</span>
              <span class={feeds.has(c.id) ? "dot on" : "dot"} title={feeds.has(c.id) ? "feeds other columns" : "feeds nothing"} />
            </button>
          </li>
        ))}
      </ul>
      {columns.length === 0 && <p class="note">No columns are known.</p>}
    </section>
  );
}

function ColumnPanel({ explorer, node }: { explorer: Explorer; node: GraphNode }) {
  const [tab, setTab] = useState<Tab>("about");
  const answer = useAnswer<Graph>("/lineage/column", { ...named(node), direction: "both", depth: 1, kinds: "DIRECT,PROJECT,AGG,JOIN_COND,FILTER,GROUP_BY,SORT,WINDOW,CONDITIONAL" });
  return (
    <>
      <Head node={node} kind={node.column === "*" ? "All rows of the table" : `Column${node.type ? " · " + node.type.toLowerCase() : ""}`} />
      <div class="panel-actions">
        <button class="button small" onClick={() => void (explorer.locked.value?.id === node.id ? explorer.unlock() : explorer.lock(node))}>
          <Icon name="target" />{explorer.locked.value?.id === node.id ? "Unlock" : "Light its path"}
        </button>
        <a class="button small" href={addressOf("table", node.name)}><Icon name="link" />Start here</a>
      </div>
      <Tabs tab={tab} setTab={setTab} />
      {tab === "about" && answer && (
        <>
          <Ends explorer={explorer} title="Comes from" answer={answer} node={node} side="source" />
          <Ends explorer={explorer} title="Goes to" answer={answer} node={node} side="target" />
        </>
      )}
      {tab === "impact" && <ImpactList node={node} />}
      {tab === "add" && <AddEdge node={node} explorer={explorer} />}
    </>
  );
}

function Ends({ explorer, title, answer, node, side }: { explorer: Explorer; title: string; answer: Graph; node: GraphNode; side: "source" | "target" }) {
  const edges = answer.edges.filter((e) => (side === "source" ? e.target : e.source) === node.id);
  const byId = new Map(answer.nodes.map((n) => [n.id, n]));
  const weight = (kinds: EdgeKind[]) => (kinds.some((k) => k === "DIRECT" || k === "PROJECT" || k === "AGG") ? 0 : 1);
  edges.sort((a, b) => weight(a.kinds) - weight(b.kinds));
  return (
    <section>
      <h3>{title}</h3>
      {edges.length === 0 && <p class="note">{side === "source" ? "Nothing that is known feeds it." : "It feeds nothing that is known."}</p>}
      <ul class="ends">
        {edges.map((edge) => {
          const other = byId.get(side === "source" ? edge.source : edge.target);
          if (!other) return null;
          return (
            <li key={other.id}>
              <button class="end-row" onClick={() => explorer.selectEdge(edge, byId)} title="What made this edge">
                <Name name={other.column === "*" ? other.name.replace(/\*$/, "all rows") : other.name} />
                <span class="end-kinds">{edge.kinds.map((k) => <KindChip key={k} kind={k} />)}{edge.quality !== "AUTO_CONFIRMED" && <QualityBadge quality={edge.quality} />}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
