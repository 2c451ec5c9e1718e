// The drawing on the screen: pan, zoom, what is under the pointer, movement between layouts, pictures of it.
import { effect } from "@preact/signals";
import { palettes } from "../theme";
import { theme } from "../state";
import { arrange } from "./arrange";
import { draw, moreAt, MORE_RADIUS, type Marks } from "./draw";
import { Model } from "./model";
import { CanvasPainter, SvgPainter, forgetWidths } from "./painter";
import { HEADER, ROW, bounds, curveOf, pointOn, project, type Box, type Scene, type View, type Wire } from "./scene";

export type Spot =
  | { what: "nothing" }
  | { what: "box"; box: Box }
  | { what: "row"; box: Box; id: number }
  | { what: "toggle"; box: Box }
  | { what: "more"; box: Box; side: "up" | "down" }
  | { what: "wire"; wire: Wire };

export interface Listener {
  click(spot: Spot, event: { shift: boolean }): void;
  doubleClick?(spot: Spot): void;
  hover?(spot: Spot): void;
  key?(event: KeyboardEvent): boolean;
}

const MOVE_MS = 260, NEAREST = 2.2, FARTHEST = 0.06;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

export class GraphView {
  model = new Model();
  view: View = { indirect: false, collapsed: new Set(), lit: null };
  scene: Scene = { boxes: [], wires: [], byId: new Map(), byNode: new Map() };
  marks: Marks = { selected: 0, locked: 0, lit: null, litLinks: null, wire: "", hover: "", hoverRow: 0, focus: 0 };
  frames = 0;

  private readonly canvas = document.createElement("canvas");
  private readonly c: CanvasRenderingContext2D;
  private x = 0; // what stands at the window's left top corner
  private y = 0;
  private zoom = 1;
  private asked = 0;
  private arranged = 0;
  private moving: { start: number; from: Map<string, { x: number; y: number }>; to: Map<string, { x: number; y: number }> } | null = null;
  private glide: { start: number; from: { x: number; y: number; zoom: number }; to: { x: number; y: number; zoom: number } } | null = null;
  private press: { x: number; y: number; moved: boolean; spot: Spot } | null = null;
  private pinch = 0;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly stop: (() => void)[] = [];

  constructor(private readonly host: HTMLElement, private readonly listener: Listener, label: string) {
    this.c = this.canvas.getContext("2d", { alpha: false })!;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-label", label);
    host.prepend(this.canvas);
    const resize = new ResizeObserver(() => this.resize());
    resize.observe(host);
    this.stop.push(() => resize.disconnect());
    this.stop.push(effect(() => {
      theme.value;
      this.paint();
    }));
    this.listen();
    document.fonts.ready.then(() => {
      forgetWidths();
      this.paint();
    });
  }

  destroy(): void {
    for (const end of this.stop) end();
    this.canvas.remove();
  }

  focusCanvas(): void {
    this.canvas.focus({ preventScroll: true });
  }

  // ---- The scene ----

  /** Project and place anew.  `keep` stays where it is on the screen; `fit` shows everything; else the window stays. */
  async refresh(how: { keep?: number; fit?: boolean; still?: boolean } = {}): Promise<void> {
    const turn = ++this.arranged;
    const next = project(this.model, this.view);
    const placed = await arrange(next);
    if (turn !== this.arranged) return;
    const from = new Map(this.scene.boxes.map((b) => [b.id, { x: b.x, y: b.y }]));
    const anchor = how.keep ? this.scene.byNode.get(how.keep) : undefined;
    const anchored = how.keep ? next.byNode.get(how.keep) : undefined;
    for (const box of next.boxes) Object.assign(box, placed.get(box.id));
    const first = this.scene.boxes.length === 0;
    this.scene = next;
    if (how.fit || first) {
      this.moving = null;
      this.fit(undefined, first);
      return;
    }
    if (anchor && anchored) {
      this.x += anchored.x - anchor.x;
      this.y += anchored.y - anchor.y;
      for (const at of from.values()) {
        at.x += anchored.x - anchor.x;
        at.y += anchored.y - anchor.y;
      }
    }
    this.move(from, placed, how.still ?? false);
  }

  private move(from: Map<string, { x: number; y: number }>, to: Map<string, { x: number; y: number }>, still: boolean): void {
    if (still || calm.matches || this.scene.boxes.length > 500) {
      this.moving = null;
    } else {
      this.moving = { start: performance.now(), from, to };
      this.step(performance.now());
    }
    this.paint();
  }

  /** The window on its way: zoom by equal factors, the middle of the window along a line. */
  private stepWindow(now: number): void {
    if (!this.glide) return;
    const { start, from, to } = this.glide, { width, height } = this.size();
    const t = Math.min(1, Math.max(0, (now - start) / MOVE_MS)), eased = 1 - (1 - t) ** 3;
    const middle = (w: { x: number; y: number; zoom: number }) => ({ x: w.x + width / 2 / w.zoom, y: w.y + height / 2 / w.zoom });
    const a = middle(from), b = middle(to);
    this.zoom = from.zoom * (to.zoom / from.zoom) ** eased;
    this.x = a.x + (b.x - a.x) * eased - width / 2 / this.zoom;
    this.y = a.y + (b.y - a.y) * eased - height / 2 / this.zoom;
    if (t >= 1) this.glide = null;
  }

  private step(now: number): void {
    this.stepWindow(now);
    if (!this.moving) return;
    const t = Math.min(1, Math.max(0, (now - this.moving.start) / MOVE_MS)), eased = 1 - (1 - t) ** 3;
    for (const box of this.scene.boxes) {
      const a = this.moving.from.get(box.id), b = this.moving.to.get(box.id);
      if (!b) continue;
      box.x = a ? a.x + (b.x - a.x) * eased : b.x;
      box.y = a ? a.y + (b.y - a.y) * eased : b.y;
    }
    if (t >= 1) this.moving = null;
  }

  // ---- The window ----

  private size(): { width: number; height: number } {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  private resize(): void {
    const { width, height } = this.size(), ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.paintNow();
  }

  fit(nodes?: Iterable<number>, still = false): void {
    const { width, height } = this.size();
    const boxes = nodes ? [...new Set([...nodes].map((n) => this.scene.byNode.get(this.model.tableOf(n))).filter((b) => b !== undefined))] : this.scene.boxes;
    const b = bounds(boxes.length ? boxes : this.scene.boxes);
    const zoom = Math.max(FARTHEST, Math.min(1.15, (width - 110) / b.width, (height - 190) / b.height));
    const to = { x: b.x + b.width / 2 - width / 2 / zoom, y: b.y + b.height / 2 - (height + 24) / 2 / zoom, zoom };
    if (still || calm.matches) Object.assign(this, to);
    else this.glide = { start: performance.now(), from: { x: this.x, y: this.y, zoom: this.zoom }, to };
    this.paint();
  }

  /** Whether all of these can be seen. */
  shows(nodes: Iterable<number>): boolean {
    const { width, height } = this.size();
    return [...nodes].every((n) => {
      const box = this.scene.byNode.get(this.model.tableOf(n)), to = box && this.goal(box.id);
      if (!box || !to) return true;
      return to.x >= this.x && to.y >= this.y && to.x + box.width <= this.x + width / this.zoom && to.y + box.height <= this.y + height / this.zoom;
    });
  }

  /** Where a box is going to be. */
  private goal(id: string): { x: number; y: number } | undefined {
    return this.moving?.to.get(id) ?? this.scene.byId.get(id);
  }

  /** Move so that a box (or a row of it) can be seen, if it cannot. */
  reveal(node: number): void {
    const box = this.scene.byNode.get(this.model.tableOf(node));
    if (!box) return;
    const { width, height } = this.size(), w = width / this.zoom, h = height / this.zoom, edge = 40 / this.zoom;
    if (box.x < this.x + edge || box.x + box.width > this.x + w - edge) this.x = box.x + box.width / 2 - w / 2;
    if (box.y < this.y + edge || box.y + Math.min(box.height, h / 2) > this.y + h - edge) this.y = box.y + Math.min(box.height, h / 2) / 2 - h / 2;
    this.paint();
  }

  zoomBy(factor: number, at?: { x: number; y: number }): void {
    this.glide = null;
    const { width, height } = this.size(), point = at ?? { x: width / 2, y: height / 2 };
    const zoom = Math.max(FARTHEST, Math.min(NEAREST, this.zoom * factor));
    this.x += point.x / this.zoom - point.x / zoom;
    this.y += point.y / this.zoom - point.y / zoom;
    this.zoom = zoom;
    this.paint();
  }

  /** Where a box or row stands on the page, for those who drive it (and the tests). */
  positionOf(node: number): { x: number; y: number; zoom: number } | null {
    const box = this.scene.byNode.get(this.model.tableOf(node));
    if (!box) return null;
    const at = this.canvas.getBoundingClientRect(), row = box.rows.findIndex((r) => r.id === node);
    const y = row < 0 ? box.y + HEADER / 2 : box.y + HEADER + row * ROW + ROW / 2 + 2;
    return { x: at.left + (box.x + 90 - this.x) * this.zoom, y: at.top + (y - this.y) * this.zoom, zoom: this.zoom };
  }

  wirePosition(key: string): { x: number; y: number } | null {
    const wire = this.scene.wires.find((w) => w.key === key || w.links.some((l) => l.key === key));
    if (!wire) return null;
    const at = this.canvas.getBoundingClientRect(), { x, y } = pointOn(curveOf(wire), 0.5);
    return { x: at.left + (x - this.x) * this.zoom, y: at.top + (y - this.y) * this.zoom };
  }

  // ---- Painting ----

  paint(): void {
    if (this.asked) return;
    this.asked = requestAnimationFrame((now) => {
      this.asked = 0;
      this.step(now);
      this.paintNow();
      if (this.moving || this.glide) this.paint();
    });
  }

  private paintNow(): void {
    const { width, height } = this.size(), ratio = window.devicePixelRatio || 1, c = this.c, palette = palettes[theme.peek()];
    if (width === 0 || height === 0) return;
    this.frames++;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.globalAlpha = 1;
    c.fillStyle = palette.canvas;
    c.fillRect(0, 0, width, height);
    this.paintDots(width, height, palette.dots);
    c.setTransform(ratio * this.zoom, 0, 0, ratio * this.zoom, -this.x * this.zoom * ratio, -this.y * this.zoom * ratio);
    draw(new CanvasPainter(c), this.scene, this.marks, theme.peek(), { x: this.x, y: this.y, width: width / this.zoom, height: height / this.zoom, zoom: this.zoom });
    c.globalAlpha = 1;
  }

  private paintDots(width: number, height: number, colour: string): void {
    let step = 26 * this.zoom;
    while (step < 16) step *= 2;
    const left = -((this.x * this.zoom) % step), top = -((this.y * this.zoom) % step);
    this.c.fillStyle = colour;
    for (let x = left; x < width; x += step) for (let y = top; y < height; y += step) this.c.fillRect(x, y, 1.5, 1.5);
  }

  // ---- The pointer ----

  private at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private spotAt(point: { x: number; y: number }): Spot {
    const x = this.x + point.x / this.zoom, y = this.y + point.y / this.zoom;
    for (const box of this.scene.boxes) {
      for (const side of ["up", "down"] as const) {
        if ((side === "up" ? box.up : box.down) === 0) continue;
        const at = moreAt(box, side);
        if (Math.hypot(at.x - x, at.y - y) < MORE_RADIUS + 3) return { what: "more", box, side };
      }
      if (x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height) continue;
      if (y < box.y + HEADER || box.rows.length === 0) return box.canOpen && box.kind !== "schema" && x > box.x + box.width - 38 ? { what: "toggle", box } : { what: "box", box };
      const row = box.rows[Math.floor((y - box.y - HEADER - 2) / ROW)];
      return row ? { what: "row", box, id: row.id } : { what: "box", box };
    }
    const wire = this.wireAt(x, y);
    return wire ? { what: "wire", wire } : { what: "nothing" };
  }

  private wireAt(x: number, y: number): Wire | null {
    let best: Wire | null = null, distance = 7 / this.zoom;
    for (const wire of this.scene.wires) {
      const c = curveOf(wire), slack = distance + 2;
      if (x < Math.min(c.x1, c.x2, c.c2) - slack || x > Math.max(c.x1, c.x2, c.c1) + slack) continue;
      if (y < Math.min(c.y1, c.y2) - slack || y > Math.max(c.y1, c.y2) + slack) continue;
      for (let i = 0; i <= 24; i++) {
        const p = pointOn(c, i / 24), q = pointOn(c, Math.min(1, (i + 1) / 24));
        const d = distanceTo(x, y, p, q);
        if (d < distance) [best, distance] = [wire, d];
      }
    }
    return best;
  }

  private listen(): void {
    const on = <K extends keyof HTMLElementEventMap>(name: K, run: (event: HTMLElementEventMap[K]) => void, options?: AddEventListenerOptions) =>
      this.canvas.addEventListener(name, run, options);
    on("pointerdown", (e) => this.down(e));
    on("pointermove", (e) => this.drag(e));
    on("pointerup", (e) => this.up(e));
    on("pointercancel", (e) => this.pointers.delete(e.pointerId));
    on("pointerleave", () => this.hoverOver({ what: "nothing" }));
    on("dblclick", (e) => this.listener.doubleClick?.(this.spotAt(this.at(e))));
    on("wheel", (e) => {
      e.preventDefault();
      if (e.ctrlKey || e.metaKey || !e.shiftKey && Math.abs(e.deltaX) < Math.abs(e.deltaY)) this.zoomBy(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0014)), this.at(e));
      else this.pan(e.deltaX || e.deltaY, e.deltaX ? e.deltaY : 0);
    }, { passive: false });
    on("keydown", (e) => {
      if (!e.ctrlKey && !e.metaKey && !e.altKey && this.listener.key?.(e)) e.preventDefault();
    });
  }

  private pan(dx: number, dy: number): void {
    this.glide = null;
    this.x += dx / this.zoom;
    this.y += dy / this.zoom;
    this.paint();
  }

  private down(e: PointerEvent): void {
    this.canvas.setPointerCapture(e.pointerId);
    const point = this.at(e);
    this.pointers.set(e.pointerId, point);
    this.press = { ...point, moved: this.pointers.size > 1, spot: this.spotAt(point) };
  }

  private drag(e: PointerEvent): void {
    const point = this.at(e), before = this.pointers.get(e.pointerId);
    if (!before) {
      this.hoverOver(this.spotAt(point));
      return;
    }
    if (this.pointers.size === 2) {
      this.pointers.set(e.pointerId, point);
      const [a, b] = [...this.pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
      const distance = Math.hypot(a.x - b.x, a.y - b.y);
      if (this.pinch > 0) this.zoomBy(distance / this.pinch, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      this.pinch = distance;
      return;
    }
    if (this.press && !this.press.moved && Math.hypot(point.x - this.press.x, point.y - this.press.y) < 4) return;
    if (this.press) this.press.moved = true;
    this.pan(before.x - point.x, before.y - point.y);
    this.pointers.set(e.pointerId, point);
    this.canvas.style.cursor = "grabbing";
  }

  private up(e: PointerEvent): void {
    this.pointers.delete(e.pointerId);
    this.pinch = 0;
    this.canvas.style.cursor = "";
    if (this.press && !this.press.moved) this.listener.click(this.press.spot, { shift: e.shiftKey });
    this.press = null;
  }

  private hoverOver(spot: Spot): void {
    const box = spot.what === "nothing" || spot.what === "wire" ? "" : spot.box.id;
    const row = spot.what === "row" ? spot.id : 0, wire = spot.what === "wire" ? spot.wire.key : "";
    this.canvas.style.cursor = spot.what === "nothing" ? "grab" : "pointer";
    if (box === this.marks.hover && row === this.marks.hoverRow && wire === this.marks.wire) return;
    Object.assign(this.marks, { hover: box, hoverRow: row, wire });
    this.listener.hover?.(spot);
    this.paint();
  }

  // ---- Pictures ----

  svg(): string {
    const b = bounds(this.scene.boxes), pad = 40, painter = new SvgPainter();
    const window = { x: b.x - pad, y: b.y - pad, width: b.width + 2 * pad, height: b.height + 2 * pad, zoom: 1 };
    draw(painter, this.scene, { ...this.marks, hover: "", hoverRow: 0, wire: "" }, theme.peek(), window);
    return painter.finish(window.x, window.y, window.width, window.height, palettes[theme.peek()].canvas);
  }

  png(): Promise<Blob> {
    const b = bounds(this.scene.boxes), pad = 40;
    const scale = Math.min(2, 16000 / (b.width + 2 * pad), 16000 / (b.height + 2 * pad));
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((b.width + 2 * pad) * scale);
    canvas.height = Math.ceil((b.height + 2 * pad) * scale);
    const c = canvas.getContext("2d")!;
    c.fillStyle = palettes[theme.peek()].canvas;
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.setTransform(scale, 0, 0, scale, (pad - b.x) * scale, (pad - b.y) * scale);
    draw(new CanvasPainter(c), this.scene, { ...this.marks, hover: "", hoverRow: 0, wire: "" }, theme.peek(), { x: b.x - pad, y: b.y - pad, width: b.width + 2 * pad, height: b.height + 2 * pad, zoom: 1 });
    return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png"));
  }
}

function distanceTo(x: number, y: number, p: { x: number; y: number }, q: { x: number; y: number }): number {
  const dx = q.x - p.x, dy = q.y - p.y, length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - p.x) * dx + (y - p.y) * dy) / length));
  return Math.hypot(p.x + t * dx - x, p.y + t * dy - y);
}
