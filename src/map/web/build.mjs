// Build the page into DIST: node build.mjs DIST [WASM].  The layout's worker first, so that the page knows its name.  WASM is the
// library in WebAssembly (bindings/wasm), where it could be built: pasted SQL is then read without a server, too, and the page
// is written once more as one file beside DIST, colline.html, which a browser opens from disk.
import { build } from "esbuild";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";

const dist = process.argv[2] ?? "dist", wasm = process.argv[3] ? readFileSync(process.argv[3]) : null;
const common = {
  bundle: true, minify: true, format: "esm", target: "es2022", outdir: join(dist, "assets"), entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]", metafile: true, legalComments: "none", logLevel: "warning", jsx: "automatic",
  jsxImportSource: "preact", loader: { ".woff2": "file" }, external: ["node:fs/promises"],
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "assets"), { recursive: true });

const worker = await build({ ...common, entryPoints: { layout: "src/graph/layout-worker.ts" }, format: "iife" });
const workerName = basename(Object.keys(worker.metafile.outputs).find((name) => name.endsWith(".js")));
const wasmName = wasm && `colline-${createHash("sha256").update(wasm).digest("hex").slice(0, 8).toUpperCase()}.wasm`;
if (wasm) writeFileSync(join(dist, "assets", wasmName), wasm);
const page = await build({
  ...common, entryPoints: { main: "src/main.tsx" },
  define: { WORKER: JSON.stringify("assets/" + workerName), WASM: JSON.stringify(wasm ? "assets/" + wasmName : ""), ICON: '"icon.svg"' },
});

const outputs = Object.keys(page.metafile.outputs);
const script = basename(outputs.find((name) => /main-.*\.js$/.test(name)));
const style = basename(outputs.find((name) => /main-.*\.css$/.test(name)));
const html = readFileSync("src/index.html", "utf8").replace("{script}", script).replace("{style}", style);
writeFileSync(join(dist, "index.html"), html);
cpSync("src/icon.svg", join(dist, "icon.svg"));

// The page as one file.
const inline = (text) => text.replaceAll("</script", "<\\/script");
if (wasm) {
  const icon = `data:image/svg+xml;base64,${readFileSync("src/icon.svg").toString("base64")}`;
  const alone = await build({
    ...common, entryPoints: { main: "src/main.tsx" }, format: "iife", write: false, loader: { ".woff2": "dataurl" },
    define: { WORKER: '""', WASM: '""', ICON: JSON.stringify(icon), "import.meta.url": "document.baseURI" },
  });
  const text = (ending) => alone.outputFiles.find((f) => f.path.endsWith(ending)).text;
  const layout = readFileSync(join(dist, "assets", workerName), "utf8");
  const one = readFileSync("src/index.html", "utf8")
    .replace('href="icon.svg"', () => `href="${icon}"`)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${text(".css")}</style>`)
    .replace(/<script type="module"[^>]*><\/script>\n/, "")
    .replace("</body>", () => `<script>window.collineWorker=${inline(JSON.stringify(layout))};window.collineWasm="${wasm.toString("base64")}"</script>\n<script>${inline(text(".js"))}</script>\n</body>`);
  writeFileSync(join(dirname(dist), "colline.html"), one);
}

// What was built in, and under which terms.
const inputs = { ...page.metafile.inputs, ...worker.metafile.inputs };
const packages = new Set(Object.keys(inputs).map((f) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(f)?.[1]).filter(Boolean));
let licenses = "The page of colline's data map contains these packages:\n";
for (const name of [...packages].sort()) {
  const folder = join("node_modules", name);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  licenses += `\n${"=".repeat(80)}\n${name} ${about.version} (${about.license})\n\n`;
  if (file && existsSync(join(folder, file))) licenses += readFileSync(join(folder, file), "utf8");
}
writeFileSync(join(dist, "licenses.txt"), licenses);
