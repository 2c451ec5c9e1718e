// Search with suggestions: tables and columns, as one types.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, type GraphNode } from "./api";
import { complain, go } from "./state";
import { Icon, kindWords } from "./widgets";

export function openNode(node: GraphNode): void {
  if (node.kind === "column") go("table", tableName(node), { lock: node.name });
  else go("table", node.name);
}

/** The table's part of a column's name; a quoted part may hold a dot. */
function tableName(node: GraphNode): string {
  let quoted = false, cut = -1;
  const parts = [node.catalog, node.db].filter(Boolean).length + 1;
  let dots = 0;
  for (let i = 0; i < node.name.length; i++) {
    if (node.name[i] === '"') quoted = !quoted;
    else if (node.name[i] === "." && !quoted && ++dots === parts) cut = i;
  }
  return cut < 0 ? node.name : node.name.slice(0, cut);
}

function Highlighted({ text, part }: { text: string; part: string }) {
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0 || !part) return <>{text}</>;
  return <>{text.slice(0, at)}<mark>{text.slice(at, at + part.length)}</mark>{text.slice(at + part.length)}</>;
}

export function Search({ large, focusKey }: { large?: boolean; focusKey?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [found, setFound] = useState<GraphNode[] | null>(null);
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const query = text.trim();
    if (!query) {
      setFound(null);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      get<{ nodes: GraphNode[] }>("/search", { q: query, limit: 12 }, abort.signal).then((answer) => {
        setFound(answer.nodes);
        setActive(0);
      }, complain);
    }, 90);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);

  useEffect(() => {
    if (!focusKey) return;
    const press = (e: KeyboardEvent) => {
      const typing = e.target instanceof HTMLElement && (e.target.matches("input, textarea, select") || e.target.isContentEditable);
      if ((e.key === "/" && !typing) || (e.key === "k" && (e.ctrlKey || e.metaKey))) {
        e.preventDefault();
        input.current?.focus();
        input.current?.select();
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [focusKey]);

  const choose = (node: GraphNode | undefined) => {
    if (!node) return;
    setOpen(false);
    setText("");
    input.current?.blur();
    openNode(node);
  };
  const key = (e: KeyboardEvent) => {
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      const count = found?.length ?? 0;
      if (count) setActive((active + (e.key === "ArrowDown" ? 1 : count - 1)) % count);
    } else if (e.key === "Enter") {
      choose(found?.[active]);
    } else if (e.key === "Escape") {
      setOpen(false);
      setText("");
      input.current?.blur();
    }
  };
  const listId = large ? "found-large" : "found";
  const showing = open && text.trim() !== "" && found !== null;
  return (
    <div class={large ? "search search-large" : "search"}>
      <Icon name="search" />
      <input ref={input} type="text" role="combobox" aria-expanded={showing} aria-controls={listId} aria-autocomplete="list"
        aria-activedescendant={showing && found?.length ? `${listId}-${active}` : undefined} placeholder="Search tables and columns" aria-label="Search tables and columns"
        autocomplete="off" spellcheck={false} value={text} onInput={(e) => {
          setText(e.currentTarget.value);
          setOpen(true);
        }} onFocus={() => setOpen(true)} onBlur={() => setTimeout(() => setOpen(false), 150)} onKeyDown={key} />
      {!large && <kbd>/</kbd>}
      {showing && (
        <ul class="found" id={listId} role="listbox">
          {found!.length === 0 && <li class="found-none">Nothing has “{text.trim()}” in its name</li>}
          {found!.map((node, i) => (
            <li key={node.id} id={`${listId}-${i}`} role="option" aria-selected={i === active} class={i === active ? "active" : ""}
              onMouseEnter={() => setActive(i)} onMouseDown={(e) => {
                e.preventDefault();
                choose(node);
              }}>
              <span class="found-name"><Highlighted text={node.name} part={text.trim()} /></span>
              <span class="found-kind">{node.kind === "column" && node.type ? node.type.toLowerCase() : kindWords[node.kind]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
