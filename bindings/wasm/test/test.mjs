/* The tests of the WebAssembly module, in Node; prints TAP lines.   node test.mjs FOLDER (of colline.js and colline.wasm) [COLLINE] */
import v8 from "node:v8";
import vm from "node:vm";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
const command = process.argv[3];
const { load, CollineError } = await import(pathToFileURL(path.join(folder, "colline.js")));
const bytes = readFileSync(path.join(folder, "colline.wasm"));
const colline = await load();

const tests = {
    "is under 1.5 MB and needs nothing but guard and leave"() {
        assert.ok(bytes.length < 1.5 * 1024 * 1024, `${bytes.length} bytes`);
        const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
        assert.deepEqual(imports.map((i) => `${i.module}.${i.name}`).sort(), ["colline.guard", "colline.leave"]);
    },
    "lineage"() {
        const [s] = colline.lineage("INSERT INTO r SELECT a, b + c AS d FROM s WHERE e > 0",
            { dialect: "hive", tables: "CREATE TABLE s (a INT, b INT, c INT, e INT); CREATE TABLE r (a INT, d INT)" });
        assert.deepEqual(s.edges.map((e) => `${e.kind} ${e.source} -> ${e.target}`),
            ["DIRECT s.a -> a", "PROJECT s.b -> d", "PROJECT s.c -> d", "FILTER s.e -> *"]);
        assert.equal(s.target.table, "r");
        assert.equal(s.edges[0].quality, undefined);
    },
    "options"() {
        const tables = { tables: [{ name: "t", columns: [{ name: "x" }] },
            { name: "v", kind: "view", definition: "SELECT x FROM t", columns: [{ name: "x" }] }] };
        const source = (options) => colline.lineage("SELECT * FROM v", { tables, ...options })[0].edges[0]?.source;
        assert.equal(source({}), "v.x");
        assert.equal(source({ expandViews: true }), "t.x");
        assert.equal(source({ tableLevel: true }), undefined);
        assert.equal(colline.lineage("SELECT a FROM t", { defaultDb: "dw" })[0].edges[0].source, "dw.t.a");
    },
    "every form"() {
        for (const format of colline.formats) {
            assert.ok(colline.render("INSERT INTO b SELECT x FROM a", format, { dialect: "hive" }).endsWith("\n"), format);
        }
    },
    "text of any kind"() {
        assert.equal(colline.lineage("SELECT 'grüße 😀' AS é FROM t")[0].columns[0].expression, "'grüße 😀'");
        assert.equal(colline.lineage("SELECT '\0' AS a")[0].columns.length, 1);
        assert.equal(colline.lineage("").length, 0);
    },
    "errors cost their own statement only"() {
        const all = colline.lineage("SELECT a FROM t; SELECT FROM WHERE; SELECT b FROM t");
        assert.deepEqual(all.map((s) => s.status), ["ok", "error", "ok"]);
        assert.equal(all[1].diagnostics[0].code, "syntax_error");
    },
    "failures are CollineErrors"() {
        assert.throws(() => colline.lineage("SELECT 1", { dialect: "nope" }), CollineError);
        assert.throws(() => colline.render("SELECT 1", "nope"), CollineError);
        assert.throws(() => colline.lineage("SELECT 1", { tables: "{" }), CollineError);
        assert.throws(() => colline.fingerprint("SELECT 1", "nope"), CollineError);
    },
    "fingerprint, dialects, version"() {
        assert.equal(colline.fingerprint("SELECT a FROM t WHERE b = 1"), colline.fingerprint("select a from t where b=2"));
        assert.equal(colline.fingerprint("SELECT 1").length, 16);
        assert.ok(colline.dialects.includes("impala"));
        assert.match(colline.version, /^\d+\.\d+\.\d+$/);
    },
    "tokens: kinds, and places in bytes"() {
        assert.deepEqual(colline.tokens("SELECT é -- why", "hive").map((t) => [t.kind, t.offset, t.length]),
                         [["keyword", 0, 6], ["word", 7, 2], ["comment", 10, 6]]);
        assert.deepEqual(colline.tokens(""), []);
        assert.equal(colline.tokens("a, ".repeat(50000)).length, 100000);
        assert.throws(() => colline.tokens("SELECT 1", "nope"), CollineError);
    },
    "lenient tables: what can be read of DDL counts"() {
        const tables = "CREATE TABLE t (a INT, b INT); CREATE TABLE broken (";
        assert.throws(() => colline.lineage("SELECT * FROM t", { tables }), CollineError);
        assert.deepEqual(colline.lineage("SELECT * FROM t", { tables, lenientTables: true })[0].edges.map((e) => e.source), ["t.a", "t.b"]);
    },
    "a limit of nesting is told, not met"() {
        const deep = "SELECT " + "(".repeat(100000) + "1" + ")".repeat(100000);
        assert.equal(colline.lineage(deep)[0].diagnostics[0].code, "limit");
        const nested = "SELECT a FROM (".repeat(150) + "SELECT a FROM t" + ") x".repeat(150);
        assert.equal(colline.lineage(nested)[0].edges[0].source, "t.a");
        const chain = "SELECT a" + " + a".repeat(50000) + " FROM t";
        assert.equal(colline.lineage(chain)[0].status, "ok");
    },
    async "running out of memory is left cleanly, and the next call works"() {
        const real = WebAssembly.instantiate;
        let instance;
        WebAssembly.instantiate = async (...given) => (instance = await real(...given));
        const own = await load(bytes);
        WebAssembly.instantiate = real;
        const { colline_wasm_allocate: allocate, colline_wasm_release: release } = instance.exports;
        const taken = [];
        for (let size = 1 << 26; size >= 1024; size >>= 1) {
            for (let at; (at = allocate(size)) !== 0;) {
                taken.push(at);
            }
        }
        let failures = 0;
        for (let left = 0; left < 100; left++) {
            try {
                own.lineage(`INSERT INTO r SELECT ${"a + ".repeat(3000)}1 AS x, b FROM t WHERE c > 0`);
                break;
            } catch (error) {
                assert.ok(error instanceof CollineError && error.message === "out of memory", String(error));
                failures++;
            }
            release(taken.pop());
        }
        assert.ok(failures > 3, `${failures} failures`);
        taken.forEach(release);
        assert.equal(own.lineage("SELECT a FROM t;")[0].edges[0].source, "t.a");
    },
    "memory stays flat"() {
        v8.setFlagsFromString("--expose-gc");
        const collect = vm.runInNewContext("gc"); // (short-lived buffers are none of the module's)
        const size = () => (collect(), process.memoryUsage().arrayBuffers);
        for (let i = 0; i < 200; i++) {
            colline.lineage(`SELECT a + ${i} FROM t`);
        }
        const before = size();
        for (let i = 0; i < 3000; i++) {
            colline.lineage(`SELECT a + ${i} FROM t`, { tables: "CREATE TABLE t (a INT)" });
        }
        let grown = size() - before;
        for (let i = 0; i < 50 && grown >= 65536 * 2; i++) { // what was collected is freed beside us
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
            grown = size() - before;
        }
        assert.ok(grown < 65536 * 2, `${grown} bytes more`);
    },
    "says what the command says"() {
        if (command === undefined) {
            return;
        }
        const root = path.resolve(path.dirname(command), "..");
        const sql = readFileSync(path.join(root, "tests/bench/corpus/tpcds.sql"), "utf8");
        const tables = readFileSync(path.join(root, "tests/bench/catalog.sql"), "utf8");
        const native = execFileSync(command, ["lineage", "--dialect", "impala", "--catalog", path.join(root, "tests/bench/catalog.sql"),
            "--format", "json", path.join(root, "tests/bench/corpus/tpcds.sql")], { maxBuffer: 1 << 30 }).toString();
        const expected = native.replaceAll(`"file":${JSON.stringify(path.join(root, "tests/bench/corpus/tpcds.sql"))},`, "");
        assert.equal(colline.render(sql, "json", { dialect: "impala", tables }), expected);
    },
};

let number = 0;
let bad = 0;
for (const [name, test] of Object.entries(tests)) {
    number++;
    try {
        await test();
        console.log(`ok ${number} - ${name}`);
    } catch (error) {
        bad++;
        console.log(`not ok ${number} - ${name}`);
        console.log(String(error.stack).split("\n").slice(0, 20).map((line) => `# ${line}`).join("\n"));
    }
}
console.log(`1..${number}`);
process.exit(bad > 0 ? 1 : 0);
