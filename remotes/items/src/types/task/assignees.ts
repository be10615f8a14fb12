import type { Assignee } from "@tessera/contracts-items/items.ts";
import { MY_SECTION, NOBODY_SECTION } from "@tessera/contracts-items/sections.ts";

/** What an assignee is called. */
export const assigneeName = (assignee: Assignee): string => (assignee.kind === "me" ? "me" : assignee.name);

/** The section of an assignee, by which choices are told apart, too. */
export const assigneeKey = (assignee: Assignee | null | undefined): string =>
  !assignee ? NOBODY_SECTION : assignee.kind === "me" ? MY_SECTION : `${assignee.kind}:${assignee.id}`;

/** The assignee of a section; null for nobody. */
export function assigneeBy(key: string, name: string): Assignee | null {
  if (key === MY_SECTION) return { kind: "me" };
  const [kind, id = ""] = key.split(":");
  return kind === "person" || kind === "agent" ? { kind, id, name } : null;
}
