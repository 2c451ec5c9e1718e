/** How SQL is read. */
export interface Options {
    /** "hive", "impala", "postgres" ... (`Colline.dialects`); "generic" where it is not known. */
    dialect?: string;
    /** The database (or "catalog.schema") of names that say none. */
    defaultDb?: string;
    /** What tables there are: DDL, or the JSON form of docs/catalog.md as a text or an object. */
    tables?: string | object;
    /** Edges go through views whose definition is known. */
    expandViews?: boolean;
    /** Edges go through temporary tables to what fed them. */
    foldTemporary?: boolean;
    /** ${x}, {{ x }}, :x and ? are no parameters. */
    noTemplates?: boolean;
    /** Targets and sources only, no column edges. */
    tableLevel?: boolean;
    /** Leave out value edges whose column stands only in a condition. */
    narrow?: boolean;
    /** DDL in `tables` that cannot be read is left out, and no error. */
    lenientTables?: boolean;
}

export type EdgeKind =
    "DIRECT" | "PROJECT" | "AGG" | "JOIN_COND" | "FILTER" | "GROUP_BY" | "SORT" | "WINDOW" | "CONDITIONAL";

export interface Edge {
    kind: EdgeKind;
    source: string;
    target: string;
    /** The target column's place in `columns`; absent where the edge bears on the whole result. */
    to?: number;
    expression?: string;
    role?: "condition";
    limit?: boolean;
    aggregate?: boolean;
    implicit_cast?: boolean;
    into?: number;
    offset?: number;
    line?: number;
    column?: number;
    quality?: "TO_CONFIRM" | "MANUAL_ADDED";
}

export interface Target {
    table?: string;
    path?: string;
    operation: "append" | "overwrite" | "create" | "replace" | "merge" | "update" | "delete" | "load";
    partition?: { column: string; value?: string }[];
}

export interface Diagnostic {
    severity: "error" | "warning";
    code: string;
    message: string;
    offset: number;
    line: number;
    column: number;
}

/** One object of the lineage JSON (docs/json.md). */
export interface Statement {
    v: 1;
    statement: number;
    parent?: number;
    offset: number;
    length: number;
    line: number;
    kind: string;
    status: "ok" | "partial" | "error";
    target?: Target;
    targets?: Target[];
    sources: string[];
    columns: { name: string; expression?: string; into?: number }[];
    edges: Edge[];
    fingerprint: string;
    diagnostics: Diagnostic[];
}

/** Offsets and lengths are bytes of the UTF-8 text. */
export interface Token { kind: string; offset: number; length: number }

export class CollineError extends Error {}

export interface Colline {
    readonly version: string;
    readonly dialects: string[];
    readonly formats: string[];
    /** The lineage of a script, a statement each; SQL that does not parse has diagnostics. Throws CollineError. */
    lineage(sql: string, options?: Options): Statement[];
    /** The same as text: "json", "table", "mermaid", "dot", "openlineage", "tree" ... */
    render(sql: string, format: string, options?: Options): string;
    fingerprint(sql: string, dialect?: string): string;
    /** The tokens of a text, comments too: for colours. */
    tokens(sql: string, dialect?: string): Token[];
}

/** Load the module: from a URL, bytes or a compiled module; without an argument, colline.wasm beside colline.js. */
export function load(source?: URL | string | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Colline>;
