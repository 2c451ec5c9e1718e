// The API's answers as openapi.json describes them, and the one function that asks.

export type NodeKind = "table" | "view" | "materialized_view" | "temporary" | "file" | "column";
export type Quality = "AUTO_CONFIRMED" | "TO_CONFIRM" | "MANUAL_ADDED";
export const VALUE_KINDS = ["DIRECT", "PROJECT", "AGG"] as const;
export const INDIRECT_KINDS = ["JOIN_COND", "FILTER", "GROUP_BY", "SORT", "WINDOW", "CONDITIONAL"] as const;
export type ColumnEdgeKind = (typeof VALUE_KINDS)[number] | (typeof INDIRECT_KINDS)[number];
export type EdgeKind = ColumnEdgeKind | "TABLE";

export interface GraphNode {
  id: number;
  kind: NodeKind;
  name: string;
  catalog: string;
  db: string;
  table: string;
  column?: string;
  type?: string;
  parent?: number;
  known: boolean;
  depth?: number;
  more_upstream?: number;
  more_downstream?: number;
}

export interface GraphEdge {
  source: number;
  target: number;
  kinds: EdgeKind[];
  quality: Quality;
  engines: string[];
  ids: number[];
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  truncated: boolean;
  next?: string;
}

export interface Diagnostic {
  severity: "error" | "warning";
  code: string;
  message: string;
  offset: number;
  length?: number;
  line: number;
  column: number;
}

export type Token = [kind: string, offset: number, length: number];

export interface Job { name: string; batch: string; first_seen: number | null; last_seen: number | null; count: number }

export interface Evidence {
  statement: number;
  fingerprint: string | null;
  dialect: string;
  quality: Quality;
  condition: boolean;
  expression: string;
  offset: number;
  length: number;
  parsed_at: number | null;
  first_seen: number | null;
  last_seen: number | null;
  count: number;
}

export interface Decision { edge: number; at: number; action: string; who: string; why: string; what: string }

export interface EdgeDetail {
  id: number;
  kind: EdgeKind;
  quality: Quality;
  condition: boolean;
  engines: string[];
  evidence: Evidence[];
  history: Decision[];
}

export interface EdgeAnswer { source: GraphNode; target: GraphNode; edges: EdgeDetail[] }

export interface StatementVariant {
  id: number;
  dialect: string;
  kind: string;
  status: string;
  text: string;
  default_db: string;
  reason: string;
  user: string;
  session: string;
  diagnostics: Diagnostic[];
  parsed_at: number | null;
  first_seen: number | null;
  last_seen: number | null;
  count: number;
  jobs: Job[];
  tokens: Token[];
}

export interface StatementAnswer {
  fingerprint: string;
  statements: StatementVariant[];
  nodes: GraphNode[];
  edges: GraphEdge[];
  highlights: { edge: number; statement: number; offset: number; length: number; expression: string }[];
  truncated: boolean;
}

export interface ImpactTable {
  table: GraphNode;
  depth: number;
  columns: { node: GraphNode; kinds: EdgeKind[]; depth: number }[];
  statements: { fingerprint: string; kind: string; jobs: string[]; count: number }[];
}

export interface ImpactAnswer { node: GraphNode; tables: ImpactTable[]; truncated: boolean }

export interface Failure {
  id: number;
  state: "open" | "closed" | "solved";
  fingerprint: string;
  dialect: string;
  code: string;
  message: string;
  text: string;
  first_seen: number | null;
  last_seen: number | null;
  count: number;
  retries: number;
  who: string;
  why: string;
}

export interface Settings { version: string; store: boolean; changes: boolean; dialect: string; dialects: string[]; body_limit: number }

export interface AnalyzedEdge {
  kind: ColumnEdgeKind;
  source: string;
  target: string;
  to?: number;
  into?: number;
  expression: string;
  role?: string;
  offset?: number;
  line?: number;
  column?: number;
  quality?: Quality;
}

export interface AnalyzedStatement {
  statement: number;
  offset: number;
  length: number;
  line: number;
  kind: string;
  status: string;
  target?: { table?: string; path?: string; operation: string };
  targets?: { table?: string; path?: string; operation: string }[];
  sources: string[];
  columns: { name: string; expression?: string; into?: number }[];
  edges: AnalyzedEdge[];
  fingerprint: string;
  diagnostics: Diagnostic[];
}

export interface Analysis { statements: AnalyzedStatement[]; ddl_diagnostics: Diagnostic[]; tokens: Token[] }

export class Problem extends Error {
  constructor(readonly status: number, reason: string) {
    super(reason);
  }
  /** Nobody answers, or a server that knows files only. */
  get absent(): boolean {
    return [0, 404, 405, 501].includes(this.status);
  }
}

type Query = Record<string, string | number | undefined>;

function address(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

async function request<T>(method: string, path: string, body?: unknown, token?: string, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined ? { "Content-Type": "application/json" } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body !== undefined ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, "the server does not answer");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(response.status, answer?.error?.reason ?? response.statusText);
  return answer as T;
}

export const get = <T>(path: string, query: Query = {}, signal?: AbortSignal) => request<T>("GET", address(path, query), undefined, undefined, signal);
export const post = <T>(path: string, body: unknown, token?: string, signal?: AbortSignal) => request<T>("POST", path, body, token, signal);
export const remove = <T>(path: string, body: unknown, token: string) => request<T>("DELETE", path, body, token);

/** A table or column as the API's parameters name it. */
export function named(node: Pick<GraphNode, "catalog" | "db" | "table" | "column">): Query {
  return {
    catalog: node.catalog || undefined, db: node.db || undefined, table: node.table, column: node.column || undefined,
  };
}
