import { type Database, keyOf, ofPerson, seal, unseal } from "./database.ts";
import { LIMITS } from "./limits.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Kept {
  text: string;
  /** When the service gave it, ms since 1970. */
  at: number;
}

export interface AnswerStore {
  get(person: string, path: string): Promise<Kept | null>;
  put(person: string, path: string, text: string): Promise<void>;
  remove(person: string, path: string): Promise<void>;
}

export function createAnswerStore(db: Database, now: () => number = Date.now, limits = LIMITS): AnswerStore {
  const oldest = () => now() - limits.days * DAY_MS;
  return {
    async get(person, path) {
      const record = await db.get("answers", await idOf(person, path));
      if (!record || record.at < oldest()) return null;
      const text = await unseal(await keyOf(db, person, "answers"), record);
      return text === null ? null : { text, at: record.at };
    },
    async put(person, path, text) {
      if (text.length > limits.bytesOfOne) return;
      const sealed = await seal(await keyOf(db, person, "answers"), text);
      const record = { id: await idOf(person, path), person, at: now(), size: sealed.data.byteLength, ...sealed };
      await db.put("answers", record);
      await trim(db, person, oldest(), limits);
    },
    async remove(person, path) {
      await db.delete("answers", await idOf(person, path));
    },
  };
}

/** Removes the oldest answers beyond the limits. */
async function trim(db: Database, person: string, oldest: number, limits: typeof LIMITS): Promise<void> {
  const change = db.transaction("answers", "readwrite");
  let count = 0;
  let bytes = 0;
  for (let at = await change.store.index("age").openKeyCursor(ofPerson(person), "prev"); at; at = await at.continue()) {
    const [, when, size] = at.key;
    count += 1;
    bytes += size;
    if (count > limits.answers || bytes > limits.bytes || when < oldest) await change.store.delete(at.primaryKey);
  }
  await change.done;
}

async function idOf(person: string, path: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${person}\n${path}`));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
