import { shell } from "@tessera/shell-api";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** What is recorded and not sent yet: it outlives the tab. Only the person who recorded it can read it. */
export interface Take {
  /** Ms since 1970. */
  startedAt: number;
  /** Of the sound, as the browser's recorder writes it. */
  type: string;
  /** AES key of the parts, as JSON; with the draft it goes at sign-out. */
  key: JsonWebKey;
}

interface Part {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}
interface Schema extends DBSchema {
  parts: { key: number; value: Part };
}

const NAME = "tessera.transcribe.take";
const DRAFT = "transcribe.take";
/** Held by the tab that records. */
export const TAKE_LOCK = "tessera.transcribe.take";

const ALGORITHM = "AES-GCM";

async function withParts<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(NAME, 1, {
    upgrade: (made) => void made.createObjectStore("parts", { autoIncrement: true }),
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const keyFrom = (jwk: JsonWebKey) => crypto.subtle.importKey("jwk", jwk, ALGORITHM, false, ["encrypt", "decrypt"]);

/** The take that waits, or null. What somebody else left in this browser cannot be read and is erased. */
export async function keptTake(): Promise<Take | null> {
  const draft = shell().drafts.get(DRAFT);
  if (draft) return JSON.parse(draft) as Take;
  await withParts((db) => db.clear("parts"));
  return null;
}

/**
 * Begins a take; one that was kept before is erased.
 * @returns keeps the next part of the sound; the parts are written one after the other
 */
export async function beginTake(type: string): Promise<(part: Blob) => Promise<void>> {
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, true, ["encrypt", "decrypt"]);
  const take: Take = { startedAt: Date.now(), type, key: await crypto.subtle.exportKey("jwk", key) };
  await withParts((db) => db.clear("parts"));
  shell().drafts.set(DRAFT, JSON.stringify(take));
  let written: Promise<unknown> = Promise.resolve();
  return async (part) => {
    written = written.then(async () => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const data = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, await part.arrayBuffer());
      await withParts((db) => db.add("parts", { iv, data }));
    });
    await written;
  };
}

/** The sound of a take. */
export async function readTake({ type, key: jwk }: Take): Promise<Blob> {
  const key = await keyFrom(jwk);
  const parts = await withParts((db) => db.getAll("parts"));
  const read = parts.map(({ iv, data }) => crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, data));
  return new Blob(await Promise.all(read), { type });
}

export async function eraseTake(): Promise<void> {
  shell().drafts.clear(DRAFT);
  await withParts((db) => db.clear("parts"));
}
