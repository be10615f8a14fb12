import { sql } from "drizzle-orm";
import type { Reader } from "./highlight.ts";

/** Languages by whose stems words are looked for: each may double what the index of words is asked for. */
const MAX_LANGUAGES = 3;

/** The languages of Latin letters that most of a person's cards are in, besides English; by their codes. */
export async function languagesOf(reader: Reader, userId: string): Promise<string[]> {
  const { rows } = await reader.execute<{ language: string }>(sql`
    select language from items.language_tally where user_id = ${userId} and count > 0
    order by count desc, language limit ${MAX_LANGUAGES}`);
  return rows.map(({ language }) => language);
}
