// What GET /stats tells.
import type { GraphNode } from "./api";

export interface Stats {
  version: number;
  tables: number;
  columns: number;
  edges: number;
  table_edges: number;
  statements: { total: number; ok: number; partial: number; error: number; failed: number };
  runs: number;
  failures_open: number;
  edges_by_quality: Record<string, number>;
  edges_by_kind: Record<string, number>;
  success: number;
  written_columns: number;
  covered_columns: number;
  busiest: (GraphNode & { upstream: number; downstream: number })[];
}
