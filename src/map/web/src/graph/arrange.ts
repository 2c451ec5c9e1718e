// Ask the worker where the boxes of a scene go.
import type { Placed, Size, Task } from "./layout";
import type { Scene } from "./scene";

declare const WORKER: string;
/** In a page of one file: the worker's text. */
declare global {
  interface Window { collineWorker?: string }
}

let worker: Worker | null = null;
let ticket = 0;
const waiting = new Map<number, (at: Placed["at"]) => void>();

function start(): Worker {
  const text = window.collineWorker;
  const made = new Worker(text ? URL.createObjectURL(new Blob([text], { type: "text/javascript" })) : WORKER);
  made.onmessage = (event: MessageEvent<Placed>) => {
    waiting.get(event.data.ticket)?.(event.data.at);
    waiting.delete(event.data.ticket);
  };
  return made;
}

export function arrange(scene: Scene): Promise<Map<string, { x: number; y: number }>> {
  worker ??= start();
  const nodes: Size[] = scene.boxes.map(({ id, width, height }) => ({ id, width, height }));
  const edges = [...new Map(scene.wires.filter((w) => w.from !== w.to).map((w) => [`${w.from.id}>${w.to.id}`, [w.from.id, w.to.id] as [string, string]])).values()];
  const task: Task = { ticket: ++ticket, nodes, edges };
  return new Promise((resolve) => {
    waiting.set(task.ticket, (at) => resolve(new Map(at.map(([id, x, y]) => [id, { x, y }]))));
    worker!.postMessage(task);
  });
}
