import "fake-indexeddb/auto";
import { type Drafts, provideShell, type ShellApi } from "@tessera/shell-api";
import { IDBFactory } from "fake-indexeddb";
import { beginTake, eraseTake, keptTake, readTake } from "./kept-take.ts";

/** Somebody is signed in who has no drafts. */
function signIn() {
  const texts = new Map<string, string>();
  const drafts: Drafts = {
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void texts.set(key, text),
    clear: (key) => void texts.delete(key),
    dirty: () => false,
  };
  provideShell({ drafts } as ShellApi);
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  signIn();
});

const parts = () =>
  new Promise<{ data: ArrayBuffer }[]>((resolve) => {
    const opening = indexedDB.open("tessera.transcribe.take");
    opening.onsuccess = () => {
      const all = opening.result.transaction("parts").objectStore("parts").getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve(all.result);
      };
    };
  });

test("the parts of a take are read in their order, also those that came at once", async () => {
  const keep = await beginTake("audio/webm");
  await Promise.all(["one ", "two ", "three"].map((text) => keep(new Blob([text]))));
  const take = await keptTake();
  expect(take?.type).toBe("audio/webm");
  expect(await (await readTake(take!)).text()).toBe("one two three");
  await eraseTake();
  expect([await keptTake(), await parts()]).toEqual([null, []]);
});

test("the next person at this browser can neither read a take nor keep it", async () => {
  const keep = await beginTake("audio/webm");
  await keep(new Blob(["a secret"]));
  expect(new TextDecoder().decode((await parts())[0]!.data)).not.toContain("secret");
  // The draft with the key is the first person's alone, and went with their sign-out.
  signIn();
  expect(await keptTake()).toBeNull();
  expect(await parts()).toEqual([]);
});
