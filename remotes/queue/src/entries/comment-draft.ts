import { useSyncExternalStore } from "react";

/** What a person has written about entries they have not decided yet; it survives a reload of the page. */
const keyOf = (id: string) => `queue.comment.${id}`;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const commentOf = (id: string): string => sessionStorage.getItem(keyOf(id)) ?? "";

export function writeComment(id: string, comment: string): void {
  if (comment) sessionStorage.setItem(keyOf(id), comment);
  else sessionStorage.removeItem(keyOf(id));
  for (const listener of listeners) listener();
}

export const useComment = (id: string) => useSyncExternalStore(subscribe, () => commentOf(id));
