import { useCallback, useState } from "react";
import type { ListQuery } from "../list-query.ts";

const keyOf = ({ type, group }: ListQuery) => `tessera.items.closed.${type}.${group}`;

function stored(key: string): ReadonlySet<string> {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(keys) ? keys.map(String) : []);
  } catch {
    return new Set();
  }
}

/** The sections of a list that a person closed on this device. */
export function useClosedSections(query: ListQuery): [ReadonlySet<string>, (section: string) => void] {
  const key = keyOf(query);
  const [held, hold] = useState({ key, closed: stored(key) });
  const closed = held.key === key ? held.closed : stored(key);
  if (held.key !== key) hold({ key, closed });
  const toggle = useCallback(
    (section: string) =>
      hold((now) => {
        const next = new Set(now.closed);
        if (!next.delete(section)) next.add(section);
        try {
          localStorage.setItem(now.key, JSON.stringify([...next]));
        } catch {
          // Without storage they are open again next time.
        }
        return { key: now.key, closed: next };
      }),
    [],
  );
  return [closed, toggle];
}
