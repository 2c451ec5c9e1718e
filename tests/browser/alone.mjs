// Pasted SQL without a server: node alone.mjs BASE WEB.  WEB is build/web: dist (the page's files) and colline.html (the page as one
// file).  Prints a TAP line for each test.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [base, web] = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), "build/web/"))("playwright-core");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
const SQL = "INSERT INTO mart.t\nSELECT s.é + 1 AS n, upper(s.b) AS u\nFROM src.s AS s WHERE s.c > 0 -- why";
let number = 0;

async function test(name, run) {
  number++;
  const context = await browser.newContext({ viewport: { width: 1440, height: 860 } });
  const page = await context.newPage(), complaints = [];
  page.setDefaultTimeout(15000);
  page.on("pageerror", (e) => complaints.push(String(e)));
  try {
    await run(page, context);
    same(complaints, [], "complaints");
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    console.log(`not ok ${number} - ${name}`);
    for (const line of String(error.stack ?? error).split("\n").slice(0, 8)) console.log("# " + line);
  }
  await context.close();
}

function same(actual, wanted, what = "") {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what} ${a}, expected ${b}`);
}

async function paste(page, sql) {
  await page.waitForFunction(() => window.collineSql?.graph.scene.boxes.length > 0);
  await page.click(".editor:not([hidden]) .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(sql);
}

/** What the picture of SQL shows, when it is there. */
async function shown(page) {
  await page.waitForFunction(() => window.collineSql.graph.scene.boxes.some((b) => b.title === "t"));
  await page.waitForTimeout(300);
  return page.evaluate(() => ({
    boxes: window.collineSql.graph.scene.boxes.map((b) => [b.title, b.rows.map((r) => r.name)]).sort(),
    foot: document.querySelector(".paste-foot").firstChild.parentElement.innerText.split("\n")[0],
    colours: [...document.querySelectorAll(".cm-content [class*=tok-]")].map((e) => [e.className, e.textContent]),
    alone: document.querySelector(".paste-foot").innerText.includes("without a server"),
  }));
}

let answered;
await test("the server's answer", async (page) => {
  await page.goto(base + "/#/sql");
  await paste(page, SQL);
  answered = await shown(page);
  same(answered.alone, false, "alone");
});

await test("the server goes away, and pasted SQL is read on; it comes back", async (page, context) => {
  const loaded = page.waitForResponse((r) => r.url().endsWith(".wasm"));
  await page.goto(base + "/#/sql");
  await paste(page, "SELECT 1");
  await (await loaded).finished();
  await context.setOffline(true);
  await paste(page, SQL);
  await page.waitForFunction(() => document.querySelector(".paste-foot").innerText.includes("without a server"));
  same(await shown(page), { ...answered, alone: true });
  await context.setOffline(false);
  await paste(page, SQL + " ");
  await page.waitForFunction(() => !document.querySelector(".paste-foot").innerText.includes("without a server"));
});

await test("the page's files from a server that knows nothing else", async (page) => {
  const types = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml" };
  const files = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname.replace(/^\/sub/, ""), file = join(web, "dist", path === "/" ? "index.html" : path);
    if (request.method !== "GET") response.writeHead(501).end("no");
    else if (!existsSync(file)) response.writeHead(404).end("no");
    else response.writeHead(200, { "Content-Type": types[file.split(".").pop()] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((done) => files.listen(0, "127.0.0.1", done));
  await page.goto(`http://127.0.0.1:${files.address().port}/sub/#/sql`);
  await paste(page, SQL);
  same(await shown(page), { ...answered, alone: true });
  files.close();
  files.closeAllConnections();
});

await test("the page as one file, opened from disk: dialects, tables, what cannot be read", async (page) => {
  await page.goto(pathToFileURL(resolve(web, "colline.html")).href + "#/sql?dialect=hive");
  await paste(page, SQL);
  same(await shown(page), { ...answered, alone: true });
  same(await page.evaluate(() => [...document.querySelectorAll(".paste select option")].length > 15), true, "dialects");
  await page.click("role=tab[name=Tables]");
  await page.click(".editor:not([hidden]) .cm-content");
  await page.keyboard.insertText("CREATE TABLE src.s (x INT, y INT); CREATE TABLE broken (");
  await page.waitForSelector(".problem >> text=tables 1:");
  await page.click("role=tab[name=SQL]");
  await paste(page, "INSERT INTO t SELECT * FROM src.s");
  await page.waitForFunction(() => window.collineSql.graph.scene.boxes.some((b) => b.rows.some((r) => r.name === "y")));
  await paste(page, "SELECT a FROM WHERE");
  await page.waitForSelector(".underline-error");
});

await test("the first page of one file leads to pasting", async (page) => {
  await page.goto(pathToFileURL(resolve(web, "colline.html")).href);
  await page.click(".hero a.button");
  await page.waitForFunction(() => window.collineSql?.graph.scene.boxes.length > 0);
});

await browser.close();
