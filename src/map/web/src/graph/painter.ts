// One drawing, two ways to put it down: on a canvas, or as SVG text.
import type { Curve } from "./scene";

export interface Ink { fill?: string; stroke?: string; width?: number; dash?: number[]; alpha?: number; shadow?: string }
export interface Lettering { size: number; weight?: number; colour: string; mono?: boolean; align?: "left" | "right" | "center"; alpha?: number }

export interface Painter {
  box(x: number, y: number, width: number, height: number, radius: number | [number, number, number, number], ink: Ink): void;
  curve(curve: Curve, ink: Ink): void;
  lines(points: [number, number][], ink: Ink): void;
  circle(x: number, y: number, radius: number, ink: Ink): void;
  text(x: number, y: number, text: string, lettering: Lettering): void;
}

const SANS = '"Inter Variable", Inter, system-ui, sans-serif', MONO = '"JetBrains Mono Variable", ui-monospace, monospace';
const fontOf = (l: Lettering) => `${l.weight ?? 400} ${l.size}px ${l.mono ? MONO : SANS}`;

// ---- Measuring ----

const measuring = document.createElement("canvas").getContext("2d")!;
let widths = new Map<string, number>();
export function forgetWidths(): void {
  widths = new Map();
}
export function textWidth(text: string, lettering: Lettering): number {
  const font = fontOf(lettering), key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    measuring.font = font;
    width = measuring.measureText(text).width;
    if (widths.size > 20000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** As much of the text as fits, with an ellipsis. */
export function fitted(text: string, room: number, lettering: Lettering): string {
  if (textWidth(text, lettering) <= room) return text;
  let low = 0, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (textWidth(text.slice(0, middle) + "…", lettering) <= room) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low) + "…";
}

// ---- Canvas ----

export class CanvasPainter implements Painter {
  constructor(private readonly c: CanvasRenderingContext2D) {}

  private begin(ink: Ink): void {
    this.c.globalAlpha = ink.alpha ?? 1;
    this.c.setLineDash(ink.dash ?? []);
    this.c.lineWidth = ink.width ?? 1;
  }

  private end(ink: Ink): void {
    if (ink.fill) {
      if (ink.shadow) {
        this.c.shadowColor = ink.shadow;
        this.c.shadowBlur = 14;
        this.c.shadowOffsetY = 3;
      }
      this.c.fillStyle = ink.fill;
      this.c.fill();
      if (ink.shadow) this.c.shadowColor = "transparent";
    }
    if (ink.stroke) {
      this.c.strokeStyle = ink.stroke;
      this.c.stroke();
    }
  }

  box(x: number, y: number, width: number, height: number, radius: number | [number, number, number, number], ink: Ink): void {
    this.begin(ink);
    this.c.beginPath();
    this.c.roundRect(x, y, width, height, radius);
    this.end(ink);
  }

  curve(k: Curve, ink: Ink): void {
    this.begin(ink);
    this.c.beginPath();
    this.c.moveTo(k.x1, k.y1);
    this.c.bezierCurveTo(k.c1, k.y1, k.c2, k.y2, k.x2, k.y2);
    this.end(ink);
  }

  lines(points: [number, number][], ink: Ink): void {
    this.begin(ink);
    this.c.lineCap = "round";
    this.c.beginPath();
    points.forEach(([x, y], i) => (i ? this.c.lineTo(x, y) : this.c.moveTo(x, y)));
    this.end(ink);
    this.c.lineCap = "butt";
  }

  circle(x: number, y: number, radius: number, ink: Ink): void {
    this.begin(ink);
    this.c.beginPath();
    this.c.arc(x, y, radius, 0, Math.PI * 2);
    this.end(ink);
  }

  text(x: number, y: number, text: string, l: Lettering): void {
    this.c.globalAlpha = l.alpha ?? 1;
    this.c.font = fontOf(l);
    this.c.fillStyle = l.colour;
    this.c.textAlign = l.align ?? "left";
    this.c.textBaseline = "alphabetic";
    this.c.fillText(text, x, y);
  }
}

// ---- SVG ----

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
const n = (value: number) => String(Math.round(value * 100) / 100);

export class SvgPainter implements Painter {
  private readonly parts: string[] = [];

  private style(ink: Ink): string {
    return `fill="${ink.fill ?? "none"}"` + (ink.stroke ? ` stroke="${ink.stroke}" stroke-width="${n(ink.width ?? 1)}"` : "") +
      (ink.dash?.length ? ` stroke-dasharray="${ink.dash.join(" ")}"` : "") + (ink.alpha !== undefined && ink.alpha < 1 ? ` opacity="${n(ink.alpha)}"` : "");
  }

  box(x: number, y: number, width: number, height: number, radius: number | [number, number, number, number], ink: Ink): void {
    if (typeof radius === "number") {
      this.parts.push(`<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${radius}" ${this.style(ink)}/>`);
      return;
    }
    const [a, b, c, d] = radius;
    this.parts.push(`<path d="M${n(x + a)} ${n(y)}h${n(width - a - b)}a${b} ${b} 0 0 1 ${b} ${b}v${n(height - b - c)}a${c} ${c} 0 0 1 -${c} ${c}` +
      `h${n(-(width - c - d))}a${d} ${d} 0 0 1 -${d} -${d}v${n(-(height - a - d))}a${a} ${a} 0 0 1 ${a} -${a}z" ${this.style(ink)}/>`);
  }

  curve(k: Curve, ink: Ink): void {
    this.parts.push(`<path d="M${n(k.x1)} ${n(k.y1)}C${n(k.c1)} ${n(k.y1)} ${n(k.c2)} ${n(k.y2)} ${n(k.x2)} ${n(k.y2)}" ${this.style(ink)}/>`);
  }

  lines(points: [number, number][], ink: Ink): void {
    this.parts.push(`<polyline points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ")}" stroke-linecap="round" ${this.style(ink)}/>`);
  }

  circle(x: number, y: number, radius: number, ink: Ink): void {
    this.parts.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${this.style(ink)}/>`);
  }

  text(x: number, y: number, text: string, l: Lettering): void {
    const anchor = l.align === "right" ? "end" : l.align === "center" ? "middle" : "start";
    this.parts.push(`<text x="${n(x)}" y="${n(y)}" font-family="${escape(l.mono ? MONO : SANS).replace(/&quot;/g, "'")}" font-size="${l.size}" ` +
      `font-weight="${l.weight ?? 400}" fill="${l.colour}" text-anchor="${anchor}"${l.alpha !== undefined && l.alpha < 1 ? ` opacity="${n(l.alpha)}"` : ""}>${escape(text)}</text>`);
  }

  finish(x: number, y: number, width: number, height: number, background: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${n(x)} ${n(y)} ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}">` +
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${background}"/>${this.parts.join("")}</svg>`;
  }
}
