import type { PagePayload } from "@tessera/federation/composition.ts";
import { HANDBOOK_PATH } from "@tessera/federation/handbook.ts";
import type { HandbookState } from "@tessera/federation/handbook-schemas.ts";
import { inTime, wholeInTime } from "@tessera/federation/runtime/in-time.ts";

/** Longest wait for the text of a page, ms. */
const ANSWER_LIMIT = 30_000;

/**
 * All pages of the handbook, and the text of `slug`. Null when there is no such page.
 * @throws Error when the server cannot be reached or does not answer in time
 */
export async function readHandbook(slug?: string, signal?: AbortSignal): Promise<HandbookState | null> {
  const at = slug ? `${HANDBOOK_PATH}/${encodeURIComponent(slug)}` : HANDBOOK_PATH;
  const answer = await inTime(ANSWER_LIMIT, (end) => fetch(`${at}/_payload.json`, { signal: end }), signal);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`the server answered with status ${answer.status}`);
  return ((await (await wholeInTime(ANSWER_LIMIT, answer)).json()) as PagePayload).handbook ?? null;
}
