import { shell } from "@tessera/shell-api";
import type { CardChange } from "./declare.ts";

/** The draft of a card's edit: `detail/edit-session.ts` takes it up. */
export const draftKey = (id: string) => `items.edit.${id}`;

/** Open cards, which take up at once what could not be sent. */
const open = new Map<string, () => void>();

export function followRefused(id: string, takeUp: () => void): () => void {
  open.set(id, takeUp);
  return () => void (open.get(id) === takeUp && open.delete(id));
}

/** Makes a refused edit the draft of its card: opened, the card offers both versions as it does online. */
export function handOver({ id, base, patch }: CardChange): void {
  shell().drafts.set(draftKey(id), JSON.stringify({ base, patch }));
  open.get(id)?.();
}

const editsOf = (id: string) =>
  shell()
    .offline.state()
    .acts.filter((act) => act.kind === "edit" && act.subjects.includes(id));

/** The person has chosen a version: the refused edit is settled. */
export function settle(id: string): void {
  for (const act of editsOf(id)) if (act.state === "refused") void shell().offline.discard(act.id);
}

export const waits = (id: string): boolean => editsOf(id).some((act) => act.state !== "refused");
