// What the whole page shares: settings, theme, the token, messages, and the address.
import { effect, signal } from "@preact/signals";
import { get, Problem, type Settings } from "./api";
import { settingsHere } from "./sql/here";

export const settings = signal<Settings | null>(null);
export const message = signal<{ text: string; bad: boolean } | null>(null);
export const help = signal(false);

let clearing = 0;
export function tell(text: string, bad = false): void {
  message.value = { text, bad };
  clearTimeout(clearing);
  clearing = window.setTimeout(() => (message.value = null), bad ? 8000 : 3500);
}
export function complain(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  tell(error instanceof Error ? error.message : String(error), true);
}

// ---- Theme: as the system has it, until chosen ----

export type Theme = "light" | "dark";
const system = window.matchMedia("(prefers-color-scheme: dark)");
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing: then it is chosen again next time.
  }
}
const chosen = stored("colline-theme");
export const theme = signal<Theme>(chosen === "light" || chosen === "dark" ? chosen : system.matches ? "dark" : "light");
system.addEventListener("change", (e) => {
  if (!stored("colline-theme")) theme.value = e.matches ? "dark" : "light";
});
export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  keep("colline-theme", theme.value);
}
effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

// ---- Who changes edges: the token lives as long as the tab ----

export const token = signal(sessionStorage.getItem("colline-token") ?? "");
export const who = signal(stored("colline-who") ?? "");
effect(() => sessionStorage.setItem("colline-token", token.value));
effect(() => keep("colline-who", who.value));

// ---- The address: #/view/name?options.  Everything that is on the screen can be sent to somebody ----

export interface Place {
  view: "home" | "table" | "sql" | "statement" | "health";
  name: string;
  options: URLSearchParams;
}

function readPlace(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const slash = path.indexOf("/");
  const view = slash < 0 ? path : path.slice(0, slash);
  const name = slash < 0 ? "" : decodeURIComponent(path.slice(slash + 1));
  const known = ["table", "sql", "statement", "health"].includes(view);
  return { view: known ? (view as Place["view"]) : "home", name, options: new URLSearchParams(query) };
}

export const place = signal<Place>(readPlace());
window.addEventListener("hashchange", () => (place.value = readPlace()));

export function addressOf(view: Place["view"], name = "", options: Record<string, string> | URLSearchParams = {}): string {
  const query = new URLSearchParams(options).toString();
  return `#/${view === "home" ? "" : view}${name ? "/" + encodeURIComponent(name).replace(/%2C/g, ",") : ""}${query ? "?" + query : ""}`;
}
export function go(view: Place["view"], name = "", options: Record<string, string> = {}): void {
  location.hash = addressOf(view, name, options);
}
/** Change the options of this place without a step in the history. */
export function setOptions(change: Record<string, string | null>): void {
  const now = place.peek();
  const options = new URLSearchParams(now.options);
  for (const [name, value] of Object.entries(change)) value === null || value === "" ? options.delete(name) : options.set(name, value);
  if (options.toString() === now.options.toString()) return;
  history.replaceState(null, "", addressOf(now.view, now.name, options));
  place.value = readPlace();
}

/** No server answers: the library within the page does what it can. */
export const alone = signal(false);

export async function loadSettings(): Promise<void> {
  try {
    const answer = location.protocol === "file:" ? null : await get<Settings>("/settings");
    if (!answer?.dialects) throw new Problem(404, "there is no server here");
    settings.value = answer;
  } catch (error) {
    settings.value = error instanceof Problem && error.absent ? await settingsHere() : null;
    alone.value = settings.value !== null;
    if (!alone.value) complain(error);
  }
}
