// Layout off the page's own thread.
import { place, type Placed, type Task } from "./layout";

self.onmessage = (event: MessageEvent<Task>) => {
  const { ticket, nodes, edges } = event.data;
  const answer: Placed = { ticket, at: place(nodes, edges) };
  self.postMessage(answer);
};
