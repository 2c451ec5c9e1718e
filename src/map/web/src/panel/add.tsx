// An edge that no statement tells of.
import { useState } from "preact/hooks";
import { INDIRECT_KINDS, VALUE_KINDS, post, type GraphNode } from "../api";
import type { Explorer } from "../explorer";
import { complain, tell, token, who } from "../state";
import { lines } from "../theme";
import { Signed } from "../widgets";

export function AddEdge({ node, explorer }: { node: GraphNode; explorer: Explorer }) {
  const [source, setSource] = useState(""), [target, setTarget] = useState(node.kind === "column" ? node.name : node.name + ".");
  const [kind, setKind] = useState<string>("DIRECT"), [expression, setExpression] = useState(""), [busy, setBusy] = useState(false);
  const add = async (why: string) => {
    setBusy(true);
    try {
      await post("/edges", { source, target, kind, expression, who: who.value, why }, token.value);
      tell("The edge is added");
      setSource("");
      await explorer.reload();
    } catch (error) {
      complain(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section>
      <p class="note">For what no statement tells: a script, a tool, a copy by hand. It is kept as “added by hand”, with your name.</p>
      <Signed action="Add the edge" busy={busy} onSign={(why) => void add(why)}>
        <label>From column<input required placeholder="db.table.column" value={source} onInput={(e) => setSource(e.currentTarget.value)} spellcheck={false} /></label>
        <label>To column<input required placeholder="db.table.column" value={target} onInput={(e) => setTarget(e.currentTarget.value)} spellcheck={false} /></label>
        <label>Kind
          <select value={kind} onChange={(e) => setKind(e.currentTarget.value)}>
            {[...VALUE_KINDS, ...INDIRECT_KINDS].map((k) => <option key={k} value={k}>{lines[k].label}: {lines[k].about}</option>)}
          </select>
        </label>
        <label>Expression<input placeholder="optional" value={expression} onInput={(e) => setExpression(e.currentTarget.value)} spellcheck={false} /></label>
      </Signed>
    </section>
  );
}
