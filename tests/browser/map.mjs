// The data map's page in a real browser: node map.mjs BASE TOKEN PICTURES.  Prints a TAP line for each test.
import { readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [base, token, pictures] = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), "build/web/"))("playwright-core");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
const context = await browser.newContext({ viewport: { width: 1440, height: 860 }, colorScheme: "light", acceptDownloads: true });
const complaints = [], strangers = [];
let number = 0, expected = 0;

function watch(page) {
  page.setDefaultTimeout(15000);
  page.on("console", (m) => {
    if (m.type() !== "error" && m.type() !== "warning") return;
    if (expected > 0 && /status of 4\d\d/.test(m.text())) expected--;
    else complaints.push(m.text());
  });
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("request", (r) => {
    if (!r.url().startsWith(base) && !/^(data|blob):/.test(r.url())) strangers.push(r.url());
  });
  return page;
}

async function test(name, run) {
  number++;
  try {
    await run();
    console.log(`ok ${number} - ${name}`);
  } catch (error) {
    console.log(`not ok ${number} - ${name}`);
    for (const line of String(error.stack ?? error).split("\n").slice(0, 8)) console.log("# " + line);
    if (pictures) await page.screenshot({ path: join(pictures, `failed-${number}.png`) }).catch(() => {});
  }
}

function same(actual, wanted, what = "") {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what} ${a}, expected ${b}`);
}
function holds(condition, what) {
  if (!condition) throw new Error(what);
}

const page = watch(await context.newPage());
const picture = async (name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
if (pictures) mkdirSync(pictures, { recursive: true });

// ---- What the map knows of itself ----
const boxes = () => page.evaluate(() => window.colline.view.scene.boxes.map((b) => b.title).sort());
const nodeId = (name) => page.evaluate((n) => {
  const m = window.colline.view.model;
  return [...m.columns.values(), ...[...m.tables.values()].map((t) => t.node)].find((x) => x.name === n)?.id ?? 0;
}, name);
const still = () => page.waitForFunction(() => {
  const c = window.colline;
  if (!c || c.busy.value > 0 || c.view.moving || c.view.glide || c.view.asked) return (window.quiet = 0), false;
  window.quiet = (window.quiet ?? 0) + 1;
  return window.quiet > 6;
}, null, { polling: 50 });
async function place(name) {
  await still();
  const at = await page.evaluate((id) => window.colline.view.positionOf(id), await nodeId(name));
  holds(at, `${name} is not on the map`);
  return at;
}
async function clickNode(name) {
  const { x, y } = await place(name);
  await page.mouse.click(x, y);
  await still();
}
async function clickChevron(name) {
  const { x, y, zoom } = await place(name);
  await page.mouse.click(x + (236 - 20 - 90) * zoom, y);
  await still();
}
async function openMap(address) {
  await page.goto(`${base}/#/${address}`);
  await page.waitForFunction(() => window.colline?.view.scene.boxes.length > 0);
  await still();
}
const locked = () => page.evaluate(() => window.colline.locked.value?.name ?? null);
const selected = () => page.evaluate(() => window.colline.selection.value.node?.name ?? null);

await test("the first page: figures of the store, no page without a title", async () => {
  await page.goto(base + "/");
  await page.waitForSelector(".figure-value");
  holds(Number(await page.textContent(".figure-value")) > 10, "tables are counted");
  holds((await page.title()).includes("colline"), "a title");
  await page.waitForSelector(".busiest a");
  await picture("home");
});

await test("search: suggestions as one types, chosen with the keyboard; the column is locked", async () => {
  await page.fill(".search-large input", "line.amount_e");
  await page.waitForSelector(".found li[role=option]");
  holds((await page.textContent(".found")).includes("dw.fact_order_line.amount_eur"), "the column is suggested");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const first = (await page.textContent(".found li.active .found-name")).trim();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.colline?.locked.value);
  same(await locked(), first, "locked");
});

await test("search: nothing found is said", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("zzzz");
  await page.waitForSelector(".found-none");
  await page.keyboard.press("Escape");
});

await test("a table's map: two levels around it", async () => {
  await openMap("table/dw.fact_order_line");
  const found = await boxes();
  for (const name of ["fact_order_line", "orders", "order_lines", "exchange_rates", "v_paid_line", "sales_daily"])
    holds(found.includes(name), `${name} in ${found}`);
  await picture("map");
});

await test("expand: columns of a table, with types, in the catalog's order", async () => {
  await clickChevron("dw.fact_order_line");
  const rows = await page.evaluate(() => window.colline.view.scene.boxes.find((b) => b.title === "fact_order_line").rows.map((r) => r.name));
  same(rows.slice(0, 4), ["order_id", "line_no", "customer_id", "store_id"], "rows");
  holds(page.url().includes("open=dw.fact_order_line"), "the address remembers");
});

await test("expand: one more level at a node", async () => {
  const before = (await boxes()).length;
  const at = await page.evaluate(() => {
    const v = window.colline.view, box = v.scene.boxes.find((b) => b.up > 0), p = v.positionOf(box.node);
    return { x: p.x - 90 * p.zoom, y: p.y - 23 * p.zoom };
  });
  await page.mouse.click(at.x, at.y);
  await page.waitForFunction((n) => window.colline.view.scene.boxes.length > n, before);
  await still();
});

await test("hover: the path of a column lights up, and goes out", async () => {
  const { x, y } = await place("dw.fact_order_line.amount_eur");
  await page.mouse.move(x, y);
  const lit = await page.evaluate(() => window.colline.view.marks.litLinks?.size ?? 0);
  holds(lit > 4, `${lit} links are lit`);
  await page.mouse.move(x, 850);
  same(await page.evaluate(() => window.colline.view.marks.litLinks), null, "lit");
});

await test("lock: the whole path, both ways, beyond what was open", async () => {
  await clickNode("dw.fact_order_line.amount_eur");
  same(await locked(), "dw.fact_order_line.amount_eur");
  const lit = await page.evaluate(() => [...window.colline.view.view.lit].map((id) => window.colline.view.model.nodeOf(id).name));
  for (const name of ["ods.orders.currency", "ods.exchange_rates.rate", "dw.v_paid_line.amount_eur", "dm.sales_daily.revenue"])
    holds(lit.includes(name), `${name} in ${lit}`);
  holds((await page.textContent(".panel")).includes("ods.exchange_rates.rate"), "the panel tells where it comes from");
  await picture("locked");
});

await test("indirect edges are hidden until asked for", async () => {
  const kinds = () => page.evaluate(() => [...new Set(window.colline.view.scene.wires.flatMap((w) => w.kinds))]);
  holds(!(await kinds()).includes("JOIN_COND"), "hidden");
  await page.click("text=Indirect");
  await page.waitForFunction(() => window.colline.view.scene.wires.some((w) => w.kinds.includes("JOIN_COND")));
  holds((await page.textContent(".legend")).includes("Filter"), "the legend tells them");
  await still();
  await picture("indirect");
  await page.click("text=Indirect");
  await still();
});

await test("a permalink opens the same view", async () => {
  const other = watch(await context.newPage());
  await other.goto(page.url());
  await other.waitForFunction(() => window.colline?.locked.value?.name === "dw.fact_order_line.amount_eur");
  await other.waitForFunction(() => window.colline.view.scene.boxes.find((b) => b.title === "fact_order_line")?.open);
  await other.close();
});

await test("an edge: its statement, highlighted at the exact place", async () => {
  const key = await page.evaluate(() => {
    const m = window.colline.view.model;
    return [...m.columnLinks.values()].find((l) => m.nodeOf(l.source).name === "ods.exchange_rates.rate" && m.nodeOf(l.target).name === "dw.fact_order_line.amount_eur").key;
  });
  const { x, y } = await page.evaluate((k) => window.colline.view.wirePosition(k), key);
  await page.mouse.click(x, y);
  await page.waitForSelector(".panel .sql .mark-strong");
  same((await page.$$eval(".panel .sql .mark-strong", (m) => m.map((e) => e.textContent))).join(""), "r.rate", "the marked text");
  holds((await page.textContent(".expression")).includes("ELSE (l.quantity * l.unit_price"), "the transformation's text");
  await picture("edge");
});

await test("a statement of its own: text and graph, linked", async () => {
  await page.click(".proof-line a");
  await page.waitForSelector(".statement .sql .mark");
  await page.waitForTimeout(400);
  holds((await page.textContent(".statement .sql")).includes("LEFT JOIN"), "its text");
  await picture("statement");
  await page.goBack();
  await page.waitForFunction(() => window.colline?.view.scene.boxes.length > 3);
});

await test("the keyboard: neighbours, columns, lock, unlock", async () => {
  await openMap("table/dw.v_paid_line");
  await page.focus("canvas");
  same(await selected(), "dw.v_paid_line");
  await page.keyboard.press("ArrowLeft");
  same(await selected(), "dw.fact_order_line", "left of it");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.colline.view.scene.boxes.find((b) => b.title === "fact_order_line").open);
  await still();
  await page.keyboard.press("ArrowDown");
  same(await selected(), "dw.fact_order_line.order_id", "the first column");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => window.colline.locked.value?.name === "dw.fact_order_line.order_id");
  await still();
  holds((await page.textContent("[aria-live]")).includes("locked"), "a screen reader is told");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !window.colline.locked.value);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
});

await test("collapse by schema, and expand again", async () => {
  await openMap("table/dw.fact_order_line");
  await page.click("[aria-label='Collapse by schema']");
  await page.click("text=Collapse all");
  await page.waitForFunction(() => window.colline.view.scene.boxes.every((b) => b.kind === "schema"));
  await still();
  await picture("collapsed");
  await page.click("text=Expand all");
  await page.waitForFunction(() => window.colline.view.scene.boxes.length > 5);
  await page.keyboard.press("Escape");
});

await test("virtual nodes and edges to confirm are told apart", async () => {
  await openMap("table/dm.campaign_report");
  const feed = await page.evaluate(() => window.colline.view.scene.boxes.find((b) => b.title === "ad_feed"));
  same([feed.kind, feed.known], ["temporary", false]);
  await clickChevron("dm.campaign_report");
  await clickChevron("ext.ad_feed");
  same(await page.evaluate(() => window.colline.view.scene.wires.filter((w) => w.from.title === "ad_feed" && w.toRow >= 0).map((w) => w.quality)), ["TO_CONFIRM", "TO_CONFIRM"]);
  await picture("virtual");
});

async function edgePanel(source, target) {
  await page.evaluate(([s, t]) => {
    const m = window.colline.view.model, nodes = new Map([...m.columns]);
    const link = [...m.columnLinks.values()].find((l) => m.nodeOf(l.source)?.name === s && m.nodeOf(l.target)?.name === t);
    window.colline.selectEdge(link, nodes);
  }, [source, target]);
  await page.waitForSelector(".edge-detail");
}

await test("confirm: refused with a wrong token, done with the right one, kept with name and reason", async () => {
  await edgePanel("ext.ad_feed.clicks", "dm.campaign_report.clicks");
  await page.click(".edge-decide >> text=Confirm");
  await page.fill(".signed input[autocomplete=name]", "Ada");
  await page.fill(".signed input[type=password]", "not the token at all");
  await page.fill(".signed input[placeholder=optional]", "asked the ads team");
  expected = 1;
  await page.click("text=Confirm this edge");
  await page.waitForSelector(".message.bad");
  await page.fill(".signed input[type=password]", token);
  await page.click("text=Confirm this edge");
  await page.waitForSelector(".edge-detail .badge-auto_confirmed");
  const history = await page.textContent(".history");
  holds(history.includes("Ada") && history.includes("asked the ads team"), history);
  await page.waitForFunction(() => window.colline.view.scene.wires.some((w) => w.from.title === "ad_feed" && w.quality === "AUTO_CONFIRMED"));
});

await test("add an edge by hand, and remove it again", async () => {
  await page.evaluate(() => {
    const c = window.colline;
    c.select({ what: "table", node: [...c.view.model.tables.values()].find((t) => t.node.name === "dm.campaign_report").node });
  });
  await page.click("text=Add edge");
  await page.fill("label:has-text('From column') input", "ext.ad_feed.campaign");
  await page.fill("label:has-text('To column') input", "dm.campaign_report.best_day");
  await page.selectOption(".signed select", "PROJECT");
  await page.click("text=Add the edge");
  await page.waitForFunction(() => [...window.colline.view.model.columnLinks.values()].some((l) => l.quality === "MANUAL_ADDED"));
  await still();
  await edgePanel("ext.ad_feed.campaign", "dm.campaign_report.best_day");
  await page.waitForSelector(".badge-manual_added");
  await picture("by-hand");
  await page.click(".edge-decide >> text=Remove");
  await page.click("text=Remove this edge");
  await page.waitForFunction(() => ![...window.colline.view.model.columnLinks.values()].some((l) => l.quality === "MANUAL_ADDED"));
});

await test("impact: tables by distance, as CSV too", async () => {
  await openMap("table/ods.orders");
  await page.click("role=tab[name=Impact]");
  await page.waitForSelector(".impact-table");
  const tables = await page.$$eval(".impact-table summary .name", (all) => all.map((e) => e.textContent));
  holds(tables[0] === "dw.fact_order_line" || tables.includes("dw.fact_order_line"), tables.join());
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=CSV")]);
  const rows = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  same(rows[0], "changed,table,distance,columns,kinds,statements,jobs");
  same(rows.length, tables.length + 1, "rows");
  await page.click(".impact-table summary");
  await picture("impact");
});

await test("export: a drawing (SVG) and a picture (PNG)", async () => {
  const save = async (what) => {
    await page.click("[aria-label=Export]");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(what)]);
    return readFileSync(await file.path());
  };
  const svg = (await save("text=Drawing (SVG)")).toString();
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return [parsed.documentElement.nodeName, parsed.querySelectorAll("text").length];
  }, svg);
  same(read[0], "svg");
  holds(read[1] > 10 && svg.includes(">orders<"), "names in it");
  const png = await save("text=Picture (PNG)");
  same([...png.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  holds(png.readUInt32BE(16) > 600, "its width");
});

await test("dark colours: chosen, and kept", async () => {
  await page.click("[aria-label='Dark colours']");
  same(await page.getAttribute("html", "data-theme"), "dark");
  await page.reload();
  same(await page.getAttribute("html", "data-theme"), "dark");
  await openMap("table/dw.fact_order_line?lock=dw.fact_order_line.amount_eur");
  await picture("dark");
  await page.click("[aria-label='Light colours']");
});

await test("health: what is understood, and how well", async () => {
  await page.goto(base + "/#/health");
  await page.waitForSelector(".share-figure");
  holds((await page.textContent(".shares")).includes("understood"), "shares");
  await picture("health");
});

await test("paste SQL: its lineage at once, linked with the text", async () => {
  await page.goto(base + "/#/sql");
  await page.waitForFunction(() => window.collineSql?.graph.scene.boxes.length > 0);
  await page.click(".editor:not([hidden]) .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("INSERT INTO mart.t\nSELECT s.é + 1 AS n, upper(s.b) AS u\nFROM src.s AS s");
  await page.waitForFunction(() => window.collineSql.graph.scene.boxes.some((b) => b.title === "t"));
  same(await page.evaluate(() => window.collineSql.graph.scene.boxes.map((b) => [b.title, b.rows.map((r) => r.name)]).sort()), [["s", ["é", "b"]], ["t", ["n", "u"]]]);
  await page.waitForTimeout(300);
  const at = await page.evaluate(() => {
    const g = window.collineSql.graph;
    return g.positionOf(g.scene.boxes.find((b) => b.title === "t").rows[1].id);
  });
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector(".cm-content .mark");
  same((await page.$$eval(".cm-content .mark", (all) => all.map((e) => e.textContent))).join(""), "s.b", "what is marked in the text");
  holds((await page.textContent(".paste-graph")).includes("upper(s.b)"), "the expression");
  holds(page.url().includes("sql="), "a permalink");
  await page.keyboard.press("Escape");
});

await test("paste SQL: what cannot be read is underlined and said", async () => {
  await page.click(".editor:not([hidden]) .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("SELECT a FROM WHERE");
  await page.waitForSelector(".problem.error");
  await page.waitForSelector(".underline-error");
  await page.click("text=Example");
  await page.waitForFunction(() => window.collineSql.graph.scene.boxes.some((b) => b.title === "customer_value"));
  await page.waitForTimeout(500);
  const at = await page.evaluate(() => {
    const g = window.collineSql.graph;
    return g.positionOf(g.scene.boxes.find((b) => b.title === "customer_value").rows.find((r) => r.name === "tier").id);
  });
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector(".cm-content .mark");
  await picture("paste");
});

await test("2,000 tables: laid out, drawn, and moved", async () => {
  await openMap("table/dw.fact_order_line");
  const result = await page.evaluate(async () => {
    const { view } = window.colline, nodes = [], edges = [], count = 2000;
    for (let i = 0; i < count; i++) nodes.push({ id: (i + 1000) * 1048576, kind: "table", name: `s${i % 9}.t${i}`, catalog: "", db: `s${i % 9}`, table: `t${i}`, known: true });
    for (let i = 1; i < count; i++) for (const step of [7, 31]) if (i > step * 9)
      edges.push({ source: nodes[i - step * 9 + (i % 5)].id, target: nodes[i].id, kinds: ["TABLE"], quality: "AUTO_CONFIRMED", engines: [], ids: [] });
    view.model.add({ nodes, edges });
    const start = performance.now();
    await view.refresh({ fit: true, still: true });
    const placed = performance.now(), before = view.frames;
    for (let i = 0; i < 30; i++) {
      view.zoomBy(i % 2 ? 1.3 : 1 / 1.3);
      await new Promise((r) => requestAnimationFrame(r));
    }
    view.fit(undefined, true);
    const places = () => new Set(view.scene.boxes.map((b) => `${Math.round(b.x)},${Math.round(b.y)}`));
    let at = places();
    for (let i = 0; i < 300 && at.size < view.scene.boxes.length; i++) { // a slow machine may still be moving them
      await new Promise((r) => requestAnimationFrame(r));
      at = places();
    }
    return { boxes: view.scene.boxes.length, apart: at.size, frames: view.frames - before, layout: Math.round(placed - start), frame: Math.round((performance.now() - placed) / 30) };
  });
  console.log(`# 2,000 tables: placed in ${result.layout} ms, a frame in ${result.frame} ms`);
  holds(result.boxes >= 2000 && result.apart === result.boxes, "each has a place of its own");
  holds(result.frames >= 20, `${result.frames} frames were painted`);
  await picture("many");
});

await test("every button and field has a name", async () => {
  await openMap("table/dw.fact_order_line");
  const nameless = await page.$$eval("button, input, select, a", (all) => all.filter((e) => {
    const label = e.closest("label")?.textContent ?? "";
    return !(e.textContent?.trim() || e.getAttribute("aria-label") || e.getAttribute("title") || label.trim());
  }).map((e) => e.outerHTML.slice(0, 100)));
  same(nameless, [], "without a name");
});

await test("no complaint on the console, no request to anyone else", async () => {
  same(complaints, [], "complaints");
  same(strangers, [], "requests");
});

await browser.close();
