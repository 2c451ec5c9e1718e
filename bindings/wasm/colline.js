/**
 * colline in JavaScript: SQL in, column lineage out, without a server. Works in browsers and in Node; no dependencies.
 *
 *     import { load } from "./colline.js";
 *     const colline = await load();                       // colline.wasm beside this file
 *     colline.lineage("SELECT a + 1 AS x FROM t", { dialect: "hive" })[0].edges
 *
 * Types are in colline.d.ts.
 */

const OPTIONS = { expandViews: 1, foldTemporary: 2, noTemplates: 4, tableLevel: 8, narrow: 16, lenientTables: 1 << 30 };
const MESSAGES = { 1: "out of memory", 2: "an argument makes no sense", 3: "too large", 5: "input cannot be read",
                   100: "the dialect is not known", 101: "the catalog cannot be read" };

export class CollineError extends Error {
    constructor(message) {
        super(message);
        this.name = "CollineError";
    }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/* What leaves guarded work in the module: thrown by leave(), caught by the guard() that started the work. */
class Leave {}

/*
 * WebAssembly has no setjmp (as browsers have it today). The library uses one pair, to leave its work when memory runs out:
 * the module asks its host to call the work (guard) and to leave it (leave), and JavaScript's exceptions do the rest. The stack
 * of the module is its own, so its pointer is put back by hand.
 */
function guards(instance) {
    return {
        guard(work, argument) {
            const { __stack_pointer: stack, __indirect_function_table: table } = instance().exports;
            const before = stack.value;
            try {
                table.get(work)(argument);
            } catch (thrown) {
                if (!(thrown instanceof Leave)) {
                    throw thrown;
                }
                stack.value = before;
            }
        },
        leave() {
            throw new Leave();
        },
    };
}

async function compile(source) {
    if (source instanceof WebAssembly.Module) {
        return source;
    }
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
        return WebAssembly.compile(source);
    }
    const url = source instanceof URL || typeof source === "string" ? source : new URL("colline.wasm", import.meta.url);
    if (String(url).startsWith("file:") && typeof process === "object") {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(new URL(url)));
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new CollineError(`${url}: HTTP status ${response.status}`);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}

/** Load the module: from a URL, bytes or a compiled module; without an argument, colline.wasm beside this file. */
export async function load(source) {
    const module = await compile(source);
    return new Colline(await open(module), module);
}

async function open(module) {
    let instance;
    instance = await WebAssembly.instantiate(module, { colline: guards(() => instance) });
    instance.exports._initialize?.();
    return instance;
}

class Colline {
    #exports;
    #module;
    #broken = false;
    #forms;

    constructor(instance, module) {
        this.#exports = instance.exports;
        this.#module = module;
    }

    get version() {
        return this.#string(this.#exports.colline_wasm_version());
    }

    get dialects() {
        return this.#names("colline_wasm_dialect");
    }

    get formats() {
        this.#forms ??= this.#names("colline_wasm_format");
        return this.#forms;
    }

    lineage(sql, options = {}) {
        return this.render(sql, "json", options).split("\n").filter(Boolean).map((line) => JSON.parse(line));
    }

    render(sql, format, options = {}) {
        const number = this.formats.indexOf(format);
        if (number < 0) {
            throw new CollineError(`unknown format ${format}; there are ${this.formats.join(", ")}`);
        }
        return this.#guarded(() => this.#run(sql, number, options));
    }

    fingerprint(sql, dialect = "generic") {
        return this.#guarded(() => this.#with([dialect, sql, " ".repeat(16)], ([name, text, out]) => {
            if (!this.#exports.colline_wasm_fingerprint(name.at, text.at, text.length, out.at)) {
                throw new CollineError(MESSAGES[100]);
            }
            return this.#text(out.at, 16);
        }));
    }

    tokens(sql, dialect = "generic") {
        const lines = this.#guarded(() => this.#with([dialect, sql], ([name, text]) =>
            this.#taken(this.#exports.colline_wasm_tokens(name.at, text.at, text.length))));
        return lines.split("\n").filter(Boolean).map((line) => {
            const [kind, offset, length] = line.split(" ");
            return { kind, offset: Number(offset), length: Number(length) };
        });
    }

    #run(sql, format, options) {
        const tables = options.tables === undefined || typeof options.tables === "string" ? options.tables
            : JSON.stringify(options.tables);
        const flags = Object.entries(OPTIONS).reduce((sum, [name, bit]) => sum | (options[name] ? bit : 0), 0);
        return this.#with([options.dialect ?? "generic", options.defaultDb, tables, sql], ([dialect, db, ddl, text]) => {
            return this.#taken(this.#exports.colline_wasm_run(dialect.at, db.at, ddl.at, flags, format, text.at, text.length));
        });
    }

    /* The text of an answer, which is freed. */
    #taken(answer) {
        if (answer === 0) {
            throw new CollineError(MESSAGES[1]);
        }
        const [status, length, data] = new Uint32Array(this.#exports.memory.buffer, answer, 3);
        const result = status === 0 ? this.#text(data, length) : undefined;
        this.#exports.colline_wasm_free(answer);
        if (status !== 0) {
            throw new CollineError(MESSAGES[status] ?? `status ${status}`);
        }
        return result;
    }

    /* A trap (which none of our tests has ever seen) leaves the module's memory as it was: it is not used again. */
    #guarded(call) {
        if (this.#broken) {
            this.#exports = new WebAssembly.Instance(this.#module, { colline: guards(() => ({ exports: this.#exports })) }).exports;
            this.#exports._initialize?.();
            this.#broken = false;
        }
        try {
            return call();
        } catch (error) {
            this.#broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
            throw this.#broken ? new CollineError(`the module has failed: ${error.message}`) : error;
        }
    }

    /* Texts in the module's memory while `use` runs; undefined becomes NULL. */
    #with(texts, use) {
        const places = texts.map(() => ({ at: 0, length: 0 }));
        try {
            texts.forEach((text, i) => this.#write(text, places[i]));
            return use(places);
        } finally {
            places.filter((p) => p.at !== 0).forEach((p) => this.#exports.colline_wasm_release(p.at));
        }
    }

    #write(text, place) {
        if (text === undefined || text === null) {
            return;
        }
        const bytes = encoder.encode(String(text));
        place.at = this.#exports.colline_wasm_allocate(bytes.length + 1);
        if (place.at === 0) {
            throw new CollineError(MESSAGES[1]);
        }
        place.length = bytes.length;
        const memory = new Uint8Array(this.#exports.memory.buffer, place.at, bytes.length + 1);
        memory.set(bytes);
        memory[bytes.length] = 0;
    }

    #text(at, length) {
        return decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length));
    }

    #string(at) {
        const memory = new Uint8Array(this.#exports.memory.buffer);
        return this.#text(at, memory.indexOf(0, at) - at);
    }

    #names(name) {
        const names = [];
        for (let at; (at = this.#exports[name](names.length)) !== 0;) {
            names.push(this.#string(at));
        }
        return names;
    }
}
