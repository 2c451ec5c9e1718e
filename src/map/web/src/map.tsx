// The map's view: the drawing, its tools, the legend, and the panel beside it.
import { useEffect, useRef, useState } from "preact/hooks";
import { INDIRECT_KINDS, VALUE_KINDS } from "./api";
import { Explorer } from "./explorer";
import { Panel } from "./panel/panel";
import { addressOf, complain, place, tell } from "./state";
import { download, plural } from "./text";
import { lines } from "./theme";
import { Icon, IconButton, LineSample } from "./widgets";

function Menu({ icon, label, children }: { icon: "download" | "layers"; label: string; children: (close: () => void) => preact.ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (e: Event) => {
      if (!host.current?.contains(e.target as Node)) setOpen(false);
    };
    const escape = (e: KeyboardEvent) => e.key === "Escape" && setOpen(false);
    window.addEventListener("pointerdown", outside);
    window.addEventListener("keydown", escape);
    return () => {
      window.removeEventListener("pointerdown", outside);
      window.removeEventListener("keydown", escape);
    };
  }, [open]);
  return (
    <div class="menu" ref={host}>
      <IconButton icon={icon} label={label} onClick={() => setOpen(!open)} pressed={open} />
      {open && <div class="menu-list" role="menu">{children(() => setOpen(false))}</div>}
    </div>
  );
}

function Schemas({ explorer }: { explorer: Explorer }) {
  const folded = explorer.collapsed.value, all = explorer.schemas();
  return (
    <Menu icon="layers" label="Collapse by schema">
      {() => (
        <>
          <button role="menuitem" onClick={() => void explorer.setCollapsed(folded.size === all.length ? [] : all)}>
            {folded.size === all.length ? "Expand all" : "Collapse all"}
          </button>
          <hr />
          {all.map((schema) => (
            <label class="menu-check" key={schema}>
              <input type="checkbox" checked={folded.has(schema)} onChange={(e) => {
                const next = new Set(folded);
                e.currentTarget.checked ? next.add(schema) : next.delete(schema);
                void explorer.setCollapsed(next);
              }} />
              {schema || "(no schema)"}
            </label>
          ))}
        </>
      )}
    </Menu>
  );
}

function Export({ explorer, name }: { explorer: Explorer; name: string }) {
  const file = name.replace(/[^\w.-]+/g, "_") || "map";
  return (
    <Menu icon="download" label="Export">
      {(close) => (
        <>
          <button role="menuitem" onClick={() => {
            close();
            explorer.view.png().then((blob) => download(`${file}.png`, blob), complain);
          }}>Picture (PNG)</button>
          <button role="menuitem" onClick={() => {
            close();
            download(`${file}.svg`, explorer.view.svg(), "image/svg+xml");
          }}>Drawing (SVG)</button>
          <button role="menuitem" onClick={() => {
            close();
            navigator.clipboard?.writeText(location.href).then(() => tell("The link is on the clipboard"), complain);
          }}>Copy link to this view</button>
        </>
      )}
    </Menu>
  );
}

export function Legend({ indirect }: { indirect: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <div class={open ? "legend" : "legend legend-closed"}>
      <button class="legend-title" aria-expanded={open} onClick={() => setOpen(!open)}>Legend</button>
      {open && (
        <div class="legend-body">
          {VALUE_KINDS.map((kind) => <span class="legend-item" key={kind} title={lines[kind].about}><LineSample kind={kind} />{lines[kind].label}</span>)}
          {indirect && INDIRECT_KINDS.map((kind) => <span class="legend-item" key={kind} title={lines[kind].about}><LineSample kind={kind} />{lines[kind].label}</span>)}
          <span class="legend-item" title="the table was not in the catalog, a name was ambiguous, or the statement was partly read"><LineSample kind="DIRECT" quality="TO_CONFIRM" />To confirm</span>
          <span class="legend-item" title="a table that edges name and the catalog does not know"><span class="legend-virtual" />Not in the catalog</span>
        </div>
      )}
    </div>
  );
}

function Tools({ explorer, name }: { explorer: Explorer; name: string }) {
  const view = explorer.view;
  return (
    <div class="tools" role="toolbar" aria-label="Map">
      <button class="tool-switch" aria-pressed={explorer.indirect.value} title="Joins, filters, groups, orders: what decides without giving a value (i)" onClick={() => void explorer.setIndirect(!explorer.indirect.value)}>
        <Icon name="funnel" />Indirect
      </button>
      <IconButton icon="columns" label="Open or close all columns" shortcut="c" onClick={() => void explorer.toggleAll()} />
      <Schemas explorer={explorer} />
      <span class="tools-gap" />
      <IconButton icon="minus" label="Zoom out" shortcut="-" onClick={() => view.zoomBy(0.8)} />
      <IconButton icon="plus" label="Zoom in" shortcut="+" onClick={() => view.zoomBy(1.25)} />
      <IconButton icon="fit" label="Show everything" shortcut="f" onClick={() => view.fit()} />
      <span class="tools-gap" />
      <Export explorer={explorer} name={name} />
    </div>
  );
}

function Status({ explorer }: { explorer: Explorer }) {
  const { tables, edges } = explorer.count.value, locked = explorer.locked.value;
  return (
    <div class="map-status">
      {locked && (
        <button class="lock-pill" onClick={() => void explorer.unlock()} title="Unlock (Esc)">
          Path of <b>{locked.name}</b><Icon name="close" />
        </button>
      )}
      <span class="map-count">{plural(tables, "table")}, {plural(edges, "edge")}</span>
      {explorer.next.value && <button class="button small" onClick={() => void explorer.more()}>There are more: load the next</button>}
      {explorer.busy.value > 0 && <span class="spinner" aria-label="Loading" />}
    </div>
  );
}

export function MapView() {
  const host = useRef<HTMLDivElement>(null);
  const [explorer, setExplorer] = useState<Explorer | null>(null);
  const name = place.value.name;
  useEffect(() => {
    const made = new Explorer(host.current!);
    setExplorer(made);
    return () => made.view.destroy();
  }, []);
  useEffect(() => {
    if (explorer) void explorer.open(name, new URLSearchParams(place.peek().options));
  }, [explorer, name]);
  const chosen = explorer ? explorer.selection.value.what !== "none" : false;
  document.title = `${name} · colline`;
  return (
    <main class="map">
      <div class="map-canvas" ref={host}>
        {explorer && <Tools explorer={explorer} name={name} />}
        {explorer && <Status explorer={explorer} />}
        {explorer && <Legend indirect={explorer.indirect.value} />}
        {explorer?.missing.value && (
          <div class="empty-card">
            <h2>There is no “{explorer.missing.value}”</h2>
            <p>No table or column of this store has that name. <a href={addressOf("home")}>Start from the search</a>.</p>
          </div>
        )}
      </div>
      {explorer && chosen && <Panel explorer={explorer} />}
      <div class="hidden" aria-live="polite">{explorer?.said.value}</div>
    </main>
  );
}
