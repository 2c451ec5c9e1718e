// SQL to be read: coloured by the dialect's own tokens, with the places that matter marked.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Token } from "../api";
import { Positions } from "../text";

export interface Mark { offset: number; length: number; strong?: boolean }

interface Piece { from: number; to: number; kind: string; mark: number }

function pieces(text: string, tokens: readonly Token[], marks: readonly Mark[]): Piece[] {
  const positions = new Positions(text), cuts = new Set([0, text.length]);
  const kinds: [number, number, string][] = tokens.map(([kind, offset, length]) => [positions.unit(offset), positions.unit(offset + length), kind]);
  const marked: [number, number, boolean][] = marks.filter((m) => m.length > 0).map((m) => [positions.unit(m.offset), positions.unit(m.offset + m.length), m.strong ?? false]);
  for (const [from, to] of [...kinds, ...marked]) cuts.add(from).add(to);
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) cuts.add(i).add(i + 1);
  const at = [...cuts].sort((a, b) => a - b), result: Piece[] = [];
  let k = 0;
  for (let i = 0; i + 1 < at.length; i++) {
    const from = at[i]!, to = at[i + 1]!;
    while (k < kinds.length && kinds[k]![1] <= from) k++;
    const kind = k < kinds.length && kinds[k]![0] <= from ? kinds[k]![2] : "";
    const mark = marked.reduce((level, [a, b, strong]) => (a <= from && to <= b ? Math.max(level, strong ? 2 : 1) : level), 0);
    result.push({ from, to, kind, mark });
  }
  return result;
}

export function SqlText({ text, tokens, marks = [], label }: { text: string; tokens: readonly Token[]; marks?: readonly Mark[]; label?: string }) {
  const host = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => {
    const rows: Piece[][] = [[]];
    for (const piece of pieces(text, tokens, marks)) {
      if (text.slice(piece.from, piece.to) === "\n") rows.push([]);
      else rows[rows.length - 1]!.push(piece);
    }
    return rows;
  }, [text, tokens, marks]);
  useEffect(() => {
    const mark = host.current?.querySelector<HTMLElement>(".mark-strong") ?? host.current?.querySelector<HTMLElement>(".mark");
    if (mark && host.current) {
      const box = host.current.getBoundingClientRect(), at = mark.getBoundingClientRect();
      host.current.scrollTop += at.top - box.top - host.current.clientHeight / 2 + 10;
      host.current.scrollLeft += Math.max(0, at.right - box.left - host.current.clientWidth + 20);
    }
  }, [lines]);
  return (
    <div class="sql" ref={host} tabIndex={0} role="region" aria-label={label ?? "SQL"}>
      <pre>
        {lines.map((line, i) => (
          <div class="sql-line" key={i}>
            <span class="sql-number">{i + 1}</span>
            <span class="sql-code">
              {line.map((p) => (
                <span key={p.from} class={`${p.kind ? `tok-${p.kind}` : ""}${p.mark ? " mark" : ""}${p.mark === 2 ? " mark-strong" : ""}`}>{text.slice(p.from, p.to)}</span>
              ))}
              {"\n"}
            </span>
          </div>
        ))}
      </pre>
    </div>
  );
}
