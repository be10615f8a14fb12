import type { PaletteSource } from "@tessera/shell-api";
import { useEffect, useState } from "react";
import type { PaletteEntry } from "./palette-entries.ts";

/** Debounce before the sources are asked, in ms. */
const DEBOUNCE_MS = 120;

interface Found {
  /** The query that was asked; null before the first. */
  query: string | null;
  entries: PaletteEntry[];
  failed: string | null;
}

const nothing: PaletteEntry[] = [];

/** What the remotes' sources find for exactly this query, or offer without one; an outdated search is aborted. */
export function useFound(query: string, sources: readonly PaletteSource[], go: (path: string) => void) {
  const [found, setFound] = useState<Found>({ query: null, entries: nothing, failed: null });
  const wanted = query.trim();
  useEffect(() => {
    if (sources.length === 0) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answers = await Promise.allSettled(
        sources.map(async (source) =>
          (await source.search(wanted, stop.signal)).map(
            (one): PaletteEntry => ({
              ...one,
              id: `${source.id}:${one.id}`,
              group: source.group,
              // What is done is no place.
              path: one.run ? undefined : one.path,
              run: one.run ?? (() => go(one.path)),
            }),
          ),
        ),
      );
      if (stop.signal.aborted) return;
      const refused = answers.find((answer) => answer.status === "rejected");
      setFound({
        query: wanted,
        entries: answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])),
        failed: refused
          ? `The search did not answer: ${refused.reason instanceof Error ? refused.reason.message : refused.reason}`
          : null,
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, sources, go]);
  if (found.query !== wanted) return { entries: nothing, failed: null, asking: wanted !== "" && sources.length > 0 };
  return { entries: found.entries, failed: found.failed, asking: false };
}
