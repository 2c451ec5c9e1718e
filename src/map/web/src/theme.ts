// The colours and lines of the drawing, for both themes; style.css has those of the page around it.
import type { EdgeKind } from "./api";
import type { Theme } from "./state";

export interface Palette {
  canvas: string; dots: string; card: string; header: string; border: string; strong: string; text: string; muted: string; faint: string;
  accent: string; accentSoft: string; hover: string; edge: string; shadow: string; warn: string; row: string;
}

export const palettes: Record<Theme, Palette> = {
  light: {
    canvas: "#f6f7fa", dots: "#e1e5ec", card: "#ffffff", header: "#fbfcfe", border: "#dde2ea", strong: "#b9c1cf", text: "#161c27",
    muted: "#687385", faint: "#9aa4b4", accent: "#4f46e5", accentSoft: "#eef0ff", hover: "#f3f5fa", edge: "#b4bdcb",
    shadow: "rgba(22,30,46,.10)", warn: "#b45309", row: "#eef1f5",
  },
  dark: {
    canvas: "#0e1218", dots: "#1d2430", card: "#171d27", header: "#1b222d", border: "#2a3342", strong: "#46536a", text: "#e6ebf3",
    muted: "#8f9bae", faint: "#647085", accent: "#8b8cff", accentSoft: "#242b4a", hover: "#1f2733", edge: "#445066",
    shadow: "rgba(0,0,0,.38)", warn: "#f0a54a", row: "#222a37",
  },
};

export interface Line { light: string; dark: string; dash: number[]; width: number; label: string; about: string }

export const lines: Record<EdgeKind, Line> = {
  DIRECT: { light: "#2563eb", dark: "#6ea3ff", dash: [], width: 1.6, label: "Direct", about: "the value is copied" },
  PROJECT: { light: "#7c3aed", dark: "#b18cff", dash: [9, 3], width: 1.6, label: "Computed", about: "the value goes through an expression" },
  AGG: { light: "#d9660b", dark: "#ff9d4d", dash: [], width: 2.8, label: "Aggregated", about: "the value goes through an aggregate" },
  JOIN_COND: { light: "#0d8a80", dark: "#3ecfc0", dash: [5, 4], width: 1.3, label: "Join", about: "it decides which rows meet" },
  FILTER: { light: "#d4255f", dark: "#ff7aa2", dash: [5, 4], width: 1.3, label: "Filter", about: "it decides which rows there are" },
  GROUP_BY: { light: "#8a6d0a", dark: "#dcbf4a", dash: [5, 4], width: 1.3, label: "Group", about: "it decides how rows are brought together" },
  SORT: { light: "#5b6b80", dark: "#9fb0c8", dash: [2, 4], width: 1.3, label: "Sort", about: "it decides the order" },
  WINDOW: { light: "#1886b8", dark: "#5cc3f0", dash: [7, 3, 2, 3], width: 1.3, label: "Window", about: "it partitions or orders a window" },
  CONDITIONAL: { light: "#a21caf", dark: "#e07bea", dash: [7, 3, 2, 3], width: 1.3, label: "Condition", about: "it stands in a CASE's or IF's condition" },
  TABLE: { light: "#b4bdcb", dark: "#4b586f", dash: [], width: 1.5, label: "Table", about: "rows of one table feed the other" },
};

const stripes = ["#4f7cf0", "#18a089", "#e08a1e", "#c2509b", "#7a5fe0", "#4c9a3a", "#d1574e", "#2b95c9", "#9a7b3c", "#6b7a90"];

/** A schema's own colour: the same on every screen. */
export function schemaColour(schema: string): string {
  let hash = 2166136261;
  for (let i = 0; i < schema.length; i++) hash = Math.imul(hash ^ schema.charCodeAt(i), 16777619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2654435769) >>> 0;
  return stripes[(hash >>> 16) % stripes.length]!;
}
