// Positions: the API counts bytes of UTF-8, the browser UTF-16 units.

export class Positions {
  private readonly starts: Uint32Array | null;

  constructor(readonly text: string) {
    // eslint-disable-next-line no-control-regex
    if (/^[\x00-\x7f]*$/.test(text)) {
      this.starts = null;
      return;
    }
    const starts = new Uint32Array(text.length + 1);
    let bytes = 0;
    for (let i = 0; i < text.length; i++) {
      starts[i] = bytes;
      const unit = text.charCodeAt(i);
      if (unit < 0x80) bytes += 1;
      else if (unit < 0x800) bytes += 2;
      else if (unit >= 0xd800 && unit < 0xdc00) {
        bytes += 4; // the pair's second half stands at its end
        starts[++i] = bytes;
      } else bytes += 3;
    }
    starts[text.length] = bytes;
    this.starts = starts;
  }

  /** The unit that the byte belongs to. */
  unit(byte: number): number {
    if (!this.starts) return Math.min(byte, this.text.length);
    let low = 0, high = this.text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  byte(unit: number): number {
    return this.starts ? this.starts[Math.min(unit, this.text.length)]! : unit;
  }
}

export const plural = (count: number, one: string, many = one + "s") => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export function when(time: number | null | undefined): string {
  if (!time) return "";
  return new Date(time).toLocaleString(undefined, { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

export function download(name: string, content: Blob | string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Rows as CSV; what a spreadsheet would take for a formula stays text. */
export function csv(rows: (string | number)[][]): string {
  const cell = (value: string | number) => {
    let text = String(value);
    if (typeof value === "string" && /^[=+\-@\t\r]/.test(text)) text = "'" + text;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
