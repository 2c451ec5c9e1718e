// An answer of the API inside a view.
import { useEffect, useState } from "preact/hooks";
import { get } from "./api";
import { complain } from "./state";

export function useAnswer<T>(path: string | null, query: Record<string, string | number | undefined> = {}, again = 0): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  const key = JSON.stringify([path, query, again]);
  useEffect(() => {
    if (!path) return;
    const abort = new AbortController();
    get<T>(path, query, abort.signal).then((value) => setAnswer(() => value), complain);
    return () => abort.abort();
  }, [key]);
  return answer;
}
