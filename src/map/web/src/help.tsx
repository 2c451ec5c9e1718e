// Keys and marks.
import { useEffect, useRef } from "preact/hooks";
import { help } from "./state";
import { IconButton } from "./widgets";

const keys: [string, string][] = [
  ["/", "search"], ["← →", "to a neighbour upstream or downstream"], ["↑ ↓", "through columns, or tables of a layer"], ["Enter", "open or close columns"],
  ["Space", "lock a column: its whole path lights up"], ["[ ]", "one level more upstream, downstream"], ["i", "indirect edges"], ["c", "all columns"],
  ["f", "show everything"], ["+ -", "zoom"], ["Esc", "unlock, or close the panel"], ["?", "this help"],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = help.value;
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="help" onClose={() => (help.value = false)} onClick={(e) => e.target === dialog.current && (help.value = false)} aria-label="Help">
      <div class="section-head"><h2>Keys</h2><IconButton icon="close" label="Close" onClick={() => (help.value = false)} /></div>
      <dl>{keys.map(([key, about]) => <><dt>{key.split(" ").map((k) => <kbd key={k}>{k}</kbd>)}</dt><dd>{about}</dd></>)}</dl>
      <p class="note">Click a table to see what is known of it, a column to lock its path, an edge to see the statements that made it. Drag moves the map, the wheel zooms.</p>
      <p class="note"><a href="/openapi.json">The API</a> · <a href="/licenses.txt">licenses</a></p>
    </dialog>
  );
}
