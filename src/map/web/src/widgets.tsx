// Small parts that many views use.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { EdgeKind, GraphNode, Quality } from "./api";
import { lines } from "./theme";
import { settings, theme, token, who } from "./state";

export function LineSample({ kind, quality = "AUTO_CONFIRMED" }: { kind: EdgeKind; quality?: Quality }) {
  const line = lines[kind];
  return (
    <svg class="line-sample" width="34" height="10" viewBox="0 0 34 10" aria-hidden="true">
      <path d="M1 5H28" stroke={line[theme.value]} stroke-width={line.width} fill="none" stroke-dasharray={(quality === "TO_CONFIRM" ? [2, 4] : line.dash).join(" ")} />
      <path d="M27 2L32 5L27 8" stroke={line[theme.value]} stroke-width="1.5" fill="none" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

export function KindChip({ kind }: { kind: EdgeKind }) {
  return (
    <span class="chip" style={{ "--chip": lines[kind][theme.value] }} title={lines[kind].about}>
      {lines[kind].label}
    </span>
  );
}

export const qualityWords: Record<Quality, string> = { AUTO_CONFIRMED: "Confirmed", TO_CONFIRM: "To confirm", MANUAL_ADDED: "Added by hand" };

export function QualityBadge({ quality }: { quality: Quality }) {
  return <span class={`badge badge-${quality.toLowerCase()}`}>{qualityWords[quality]}</span>;
}

export const kindWords: Record<GraphNode["kind"], string> = {
  table: "Table", view: "View", materialized_view: "Materialized view", temporary: "Not in the catalog", file: "File", column: "Column",
};

export function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

export const icons = {
  search: "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13.2 13.2 17 17",
  sun: "M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M15.7 4.3l-1.1 1.1M5.4 14.6l-1.1 1.1",
  moon: "M16.5 11.5A6.8 6.8 0 0 1 8.5 3.5a6.8 6.8 0 1 0 8 8z",
  question: "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.5v.1M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z",
  close: "M5 5l10 10M15 5L5 15",
  fit: "M3.5 7.5v-4h4M16.5 7.5v-4h-4M3.5 12.5v4h4M16.5 12.5v4h-4",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  download: "M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13",
  layers: "M10 3l7 3.8-7 3.8-7-3.8zM3 10.4l7 3.8 7-3.8M3 13.6l7 3.8 7-3.8",
  funnel: "M3 4.5h14l-5.3 6.5v5L8.3 14v-3z",
  link: "M8.3 11.7a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.7 8.3a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1",
  check: "M4 10.5l4 4 8-9",
  left: "M12 5l-5 5 5 5M7 10h9",
  right: "M8 5l5 5-5 5M13 10H4",
  target: "M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM10 1.5v3M10 15.5v3M1.5 10h3M15.5 10h3",
  columns: "M3.5 4h13v12h-13zM3.5 8h13M8 8v8",
  eye: "M2.5 10S5 4.8 10 4.8 17.5 10 17.5 10 15 15.2 10 15.2 2.5 10 2.5 10zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  hide: "M3 3l14 14M8.2 5.1A7.6 7.6 0 0 1 10 4.8c5 0 7.5 5.2 7.5 5.2a12.7 12.7 0 0 1-2.3 2.9M5 6.6A12.3 12.3 0 0 0 2.5 10S5 15.2 10 15.2c1.3 0 2.5-.4 3.5-.9",
} as const;

export function IconButton({ icon, label, onClick, pressed, shortcut }: { icon: keyof typeof icons; label: string; onClick: () => void; pressed?: boolean; shortcut?: string }) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={shortcut ? `${label} (${shortcut})` : label} aria-pressed={pressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** The name of a table or column: what is before the last dot is quieter. */
export function Name({ name }: { name: string }) {
  const dot = name.lastIndexOf(".");
  return (
    <span class="name">
      {dot > 0 && <span class="name-before">{name.slice(0, dot + 1)}</span>}
      <span class="name-last">{dot > 0 ? name.slice(dot + 1) : name}</span>
    </span>
  );
}

/** Who changes what, and why: a form around the button that does it. */
export function Signed({ action, busy, children, onSign, danger }: { action: string; busy: boolean; children?: ComponentChildren; onSign: (why: string) => void; danger?: boolean }) {
  const why = useRef<HTMLInputElement>(null);
  if (!settings.value?.changes)
    return <p class="note">This server is read-only. Started with a token, it lets people confirm, add and remove edges.</p>;
  return (
    <form class="signed" onSubmit={(e) => {
      e.preventDefault();
      onSign(why.current?.value ?? "");
    }}>
      {children}
      <label>Your name<input required value={who.value} onInput={(e) => (who.value = e.currentTarget.value)} autocomplete="name" /></label>
      <label>Token<input required type="password" value={token.value} onInput={(e) => (token.value = e.currentTarget.value)} autocomplete="off" /></label>
      <label>Why<input ref={why} placeholder="optional" /></label>
      <button class={danger ? "button danger" : "button primary"} disabled={busy}>{action}</button>
    </form>
  );
}
