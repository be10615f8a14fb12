import { type DBSchema, type IDBPDatabase, openDB } from "idb";

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** An answer; `id` is a digest, as an address may hold what a person searched for. */
export interface AnswerRecord extends Sealed {
  id: string;
  person: string;
  at: number;
  size: number;
}

export interface ActRecord extends Sealed {
  /** Grows with each act of this browser: the order in which they are sent. */
  seq?: number;
  person: string;
}

interface Schema extends DBSchema {
  keys: { key: [person: string, use: Use]; value: CryptoKey };
  answers: { key: string; value: AnswerRecord; indexes: { age: [string, number, number] } };
  acts: { key: number; value: ActRecord; indexes: { person: string } };
}

/** Answers go when another person signs in, acts stay: hence a key for each. */
export type Use = "answers" | "acts";
export type Database = IDBPDatabase<Schema>;

export const NAME = "tessera.offline";

export const openDatabase = (): Promise<Database> =>
  openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore("keys");
      // With the size in the index, the store is trimmed without reading an answer.
      db.createObjectStore("answers", { keyPath: "id" }).createIndex("age", ["person", "at", "size"]);
      db.createObjectStore("acts", { keyPath: "seq", autoIncrement: true }).createIndex("person", "person");
    },
  });

export const ofPerson = (person: string) => IDBKeyRange.bound([person], [person, []]);

/** The person's key; it cannot be read out of the browser. Made when there is none yet. */
export async function keyOf(db: Database, person: string, use: Use): Promise<CryptoKey> {
  const known = await db.get("keys", [person, use]);
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  // Another tab may have made one meanwhile.
  const change = db.transaction("keys", "readwrite", { durability: "strict" });
  const other = await change.store.get([person, use]);
  if (!other) await change.store.put(made, [person, use]);
  await change.done;
  return other ?? made;
}

export async function seal(key: CryptoKey, text: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text)) };
}

/** Null when it was sealed with another key, for example one that went with a sign-out. */
export async function unseal(key: CryptoKey, { iv, data }: Sealed): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data));
  } catch {
    return null;
  }
}

/** Removes everything of a person, the keys first of all. */
export async function erase(db: Database, person: string): Promise<void> {
  const change = db.transaction(["keys", "answers", "acts"], "readwrite", { durability: "strict" });
  const keys = change.objectStore("keys");
  await Promise.all([keys.delete([person, "answers"]), keys.delete([person, "acts"])]);
  await removeAnswers(
    change.objectStore("answers"),
    await change.objectStore("answers").index("age").getAllKeys(ofPerson(person)),
  );
  const acts = change.objectStore("acts");
  for (const seq of await acts.index("person").getAllKeys(person)) await acts.delete(seq);
  await change.done;
}

/** Removes the answers of everybody but this person; what others typed and could not send waits for them. */
export async function eraseAnswersOfOthers(db: Database, person: string): Promise<void> {
  const change = db.transaction(["keys", "answers"], "readwrite", { durability: "strict" });
  const keys = change.objectStore("keys");
  for (const key of await keys.getAllKeys()) if (key[0] !== person && key[1] === "answers") await keys.delete(key);
  const answers = change.objectStore("answers");
  const own = new Set(await answers.index("age").getAllKeys(ofPerson(person)));
  await removeAnswers(
    answers,
    (await answers.getAllKeys()).filter((id) => !own.has(id)),
  );
  await change.done;
}

async function removeAnswers(store: { delete(id: string): Promise<void> }, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => store.delete(id)));
}
