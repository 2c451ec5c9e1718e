// Layered layout from left to right: dagre for graphs that people read, a plainer one of our own for very large ones.
import dagre from "@dagrejs/dagre";

export interface Size { id: string; width: number; height: number }
export interface Task { ticket: number; nodes: Size[]; edges: [string, string][] }
export interface Placed { ticket: number; at: [string, number, number][] }

const GAP_X = 104, GAP_Y = 26, READABLE = 260;

export function place(nodes: Size[], edges: [string, string][]): [string, number, number][] {
  return nodes.length <= READABLE && edges.length <= READABLE * 3 ? layered(nodes, edges) : plain(nodes, edges);
}

function layered(nodes: Size[], edges: [string, string][]): [string, number, number][] {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", ranksep: GAP_X, nodesep: GAP_Y, marginx: 0, marginy: 0, ranker: "network-simplex" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { width: node.width, height: node.height });
  for (const [from, to] of edges) if (from !== to) graph.setEdge(from, to);
  dagre.layout(graph);
  return nodes.map((node) => {
    const { x, y } = graph.node(node.id) as { x: number; y: number };
    return [node.id, x - node.width / 2, y - node.height / 2];
  });
}

/** Longest paths give the layers (edges that close a cycle are left out), a few sweeps of barycentres the order in them. */
function plain(nodes: Size[], edges: [string, string][]): [string, number, number][] {
  const index = new Map(nodes.map((n, i) => [n.id, i]));
  const out: number[][] = nodes.map(() => []), into: number[][] = nodes.map(() => []);
  for (const [from, to] of edges) {
    const a = index.get(from), b = index.get(to);
    if (a !== undefined && b !== undefined && a !== b) {
      out[a]!.push(b);
      into[b]!.push(a);
    }
  }
  const layer = layers(out, nodes.length);
  const columns: number[][] = [];
  layer.forEach((l, i) => (columns[l] ??= []).push(i));
  const rank = new Float64Array(nodes.length);
  for (const column of columns) column?.forEach((i, at) => (rank[i] = at));
  for (let sweep = 0; sweep < 8; sweep++) {
    const forward = sweep % 2 === 0;
    for (const column of forward ? columns : [...columns].reverse()) if (column) sortByNeighbours(column, forward ? into : out, rank);
  }
  return stack(nodes, columns);
}

function layers(out: number[][], count: number): number[] {
  const state = new Uint8Array(count), layer = new Array<number>(count).fill(0), order: number[] = [];
  const back = new Set<number>();
  for (let root = 0; root < count; root++) {
    if (state[root]) continue;
    const stack: [number, number][] = [[root, 0]];
    state[root] = 1;
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!, next = out[top[0]]![top[1]++];
      if (next === undefined) {
        state[top[0]] = 2;
        order.push(top[0]);
        stack.pop();
      } else if (state[next] === 1) {
        back.add(top[0] * count + next);
      } else if (state[next] === 0) {
        state[next] = 1;
        stack.push([next, 0]);
      }
    }
  }
  for (const node of order.reverse())
    for (const next of out[node]!) if (!back.has(node * count + next)) layer[next] = Math.max(layer[next]!, layer[node]! + 1);
  return layer;
}

function sortByNeighbours(column: number[], neighbours: number[][], rank: Float64Array): void {
  const weight = new Map(column.map((i) => {
    const of = neighbours[i]!;
    return [i, of.length ? of.reduce((sum, n) => sum + rank[n]!, 0) / of.length : rank[i]!];
  }));
  column.sort((a, b) => weight.get(a)! - weight.get(b)!);
  column.forEach((i, at) => (rank[i] = at));
}

function stack(nodes: Size[], columns: number[][]): [string, number, number][] {
  const placed: [string, number, number][] = [];
  let x = 0;
  for (const column of columns) {
    if (!column) continue;
    const height = column.reduce((sum, i) => sum + nodes[i]!.height + GAP_Y, -GAP_Y);
    let y = -height / 2;
    for (const i of column) {
      placed.push([nodes[i]!.id, x, y]);
      y += nodes[i]!.height + GAP_Y;
    }
    x += Math.max(...column.map((i) => nodes[i]!.width)) + GAP_X + Math.min(260, column.length * 2);
  }
  return placed;
}
