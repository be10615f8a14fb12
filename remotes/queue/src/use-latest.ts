import { type RefObject, useRef } from "react";

/** The value of the latest render, for commands that are registered once. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
