import { createActStore } from "./act-store.ts";
import { createAnswerStore } from "./answer-store.ts";
import { erase, eraseAnswersOfOthers, openDatabase } from "./database.ts";
import type { Stores } from "./offline.ts";

/** The stores of this browser. @throws Error where it has none, as without a secure context or in a private window */
export async function openStores(): Promise<Stores> {
  if (!globalThis.crypto?.subtle) throw new Error("This browser keeps nothing for pages without a secure connection.");
  const db = await openDatabase();
  return {
    answers: createAnswerStore(db),
    acts: createActStore(db),
    erase: (person) => erase(db, person),
    eraseAnswersOfOthers: (person) => eraseAnswersOfOthers(db, person),
  };
}
