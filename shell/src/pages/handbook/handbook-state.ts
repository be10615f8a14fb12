import type { PagePayload } from "@tessera/federation/composition.ts";
import { HANDBOOK_PATH } from "@tessera/federation/handbook.ts";
import type { HandbookState } from "@tessera/federation/handbook-schemas.ts";

/**
 * All pages of the handbook, and the text of `slug`. Null when there is no such page.
 * @throws Error when the server cannot be reached or does not answer
 */
export async function readHandbook(slug?: string, signal?: AbortSignal): Promise<HandbookState | null> {
  const at = slug ? `${HANDBOOK_PATH}/${encodeURIComponent(slug)}` : HANDBOOK_PATH;
  const answer = await fetch(`${at}/_payload.json`, { signal });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`the server answered with status ${answer.status}`);
  return ((await answer.json()) as PagePayload).handbook ?? null;
}
