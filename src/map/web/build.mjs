// Build the page into DIST: node build.mjs DIST [--watch-free].  The layout's worker first, so that the page knows its name.
import { build } from "esbuild";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const dist = process.argv[2] ?? "dist";
const common = {
  bundle: true, minify: true, format: "esm", target: "es2022", outdir: join(dist, "assets"), entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]", metafile: true, legalComments: "none", logLevel: "warning", jsx: "automatic",
  jsxImportSource: "preact", loader: { ".woff2": "file" },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "assets"), { recursive: true });

const worker = await build({ ...common, entryPoints: { layout: "src/graph/layout-worker.ts" }, format: "iife" });
const workerName = basename(Object.keys(worker.metafile.outputs).find((name) => name.endsWith(".js")));
const page = await build({
  ...common, entryPoints: { main: "src/main.tsx" },
  define: { WORKER: JSON.stringify("/assets/" + workerName) },
});

const outputs = Object.keys(page.metafile.outputs);
const script = basename(outputs.find((name) => /main-.*\.js$/.test(name)));
const style = basename(outputs.find((name) => /main-.*\.css$/.test(name)));
const html = readFileSync("src/index.html", "utf8").replace("{script}", script).replace("{style}", style);
writeFileSync(join(dist, "index.html"), html);
cpSync("src/icon.svg", join(dist, "icon.svg"));

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
