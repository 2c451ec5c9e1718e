// The page: a bar on top, and the view that the address names.
import "./style.css";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Health } from "./health";
import { Help } from "./help";
import { Home } from "./home";
import { MapView } from "./map";
import { Search } from "./search";
import { PasteView } from "./sql/paste";
import { addressOf, help, loadSettings, message, place, settings, theme, toggleTheme } from "./state";
import { StatementView } from "./statement";
import { IconButton } from "./widgets";

/** In a page of one file a data: address. */
declare const ICON: string;

function Top() {
  const view = place.value.view, store = settings.value?.store;
  const current = (is: boolean) => (is ? ({ "aria-current": "page" } as const) : {});
  return (
    <header class="top">
      <a class="brand" href={addressOf("home")} aria-label="colline, first page"><img src={ICON} width="26" height="26" alt="" /><span>colline</span></a>
      <div class="top-search">{store && view !== "home" && <Search focusKey />}</div>
      <nav>
        {store && <a href={addressOf("home")} {...current(view === "home" || view === "table")}>Map</a>}
        <a href={addressOf("sql")} {...current(view === "sql")}>Paste SQL</a>
        {store && <a href={addressOf("health")} {...current(view === "health")}>Health</a>}
      </nav>
      <IconButton icon={theme.value === "dark" ? "sun" : "moon"} label={theme.value === "dark" ? "Light colours" : "Dark colours"} onClick={toggleTheme} />
      <IconButton icon="question" label="Help" shortcut="?" onClick={() => (help.value = true)} />
    </header>
  );
}

function Page() {
  const { view } = place.value;
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      const typing = e.target instanceof HTMLElement && (e.target.matches("input, textarea, select") || e.target.isContentEditable);
      if (e.key === "?" && !typing) help.value = true;
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <Top />
      {settings.value && view === "home" && <Home />}
      {settings.value && view === "table" && <MapView />}
      {settings.value && view === "sql" && <PasteView />}
      {settings.value && view === "statement" && <StatementView key={place.value.name} />}
      {settings.value && view === "health" && <Health />}
      <Help />
      {message.value && <div class={message.value.bad ? "message bad" : "message"} role="status">{message.value.text}</div>}
    </>
  );
}

render(<Page />, document.getElementById("page")!);
void loadSettings();
