// The analysis of pasted SQL within the page, by the library in WebAssembly: where there is no server, or it does not answer.
import type { Analysis, Diagnostic, Settings } from "../api";
import { load, type Colline } from "../wasm/colline.js";

/** Where the module is; "" where it was not built in. */
declare const WASM: string;
/** In a page of one file: the module's bytes, in base64. */
declare global {
  interface Window { collineWasm?: string }
}

let loading: Promise<Colline> | null = null;

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** The library, loaded once; null where it is not part of this page. */
export async function library(): Promise<Colline | null> {
  if (!window.collineWasm && !WASM) return null;
  loading ??= window.collineWasm ? load(bytesOf(window.collineWasm)) : load(new URL(WASM, document.baseURI));
  try {
    return await loading;
  } catch (error) {
    loading = null; // tried again: the server may be back
    throw error;
  }
}

/** What a server without a store would say of itself. */
export async function settingsHere(): Promise<Settings | null> {
  const colline = await library().catch(() => null);
  return colline && { version: colline.version, store: false, changes: false, dialect: "generic", dialects: colline.dialects, body_limit: 1 << 26 };
}

/** As POST /analyze. */
export async function analyzeHere(sql: string, dialect: string, ddl: string): Promise<Analysis | null> {
  const colline = await library();
  if (!colline) return null;
  const tables = ddl.trim() === "" ? undefined : ddl;
  return {
    statements: colline.lineage(sql, { dialect, tables, lenientTables: true }) as unknown as Analysis["statements"],
    ddl_diagnostics: tables === undefined ? [] : colline.lineage(tables, { dialect }).flatMap((s) => s.diagnostics as Diagnostic[]),
    tokens: colline.tokens(sql, dialect).map((t) => [t.kind, t.offset, t.length]),
  };
}
