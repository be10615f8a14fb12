import type { WaitingAct } from "@tessera/shell-api";
import { type ActRecord, type Database, keyOf, seal, unseal } from "./database.ts";

/** How many acts of one person wait at most. */
export const MAX_ACTS = 500;

/** An act as it is stored; what is being sent just now is not. */
export type StoredAct = Omit<WaitingAct, "state"> & { seq: number };

export interface ActStore {
  /** In the order in which they are sent. */
  list(person: string): Promise<StoredAct[]>;
  /** Resolves when it is on the disk. @throws Error when there are too many */
  add(person: string, act: Omit<StoredAct, "seq">): Promise<void>;
  /** Replaces an act that is still there. @returns false when it is not */
  replace(person: string, act: StoredAct): Promise<boolean>;
  remove(seq: number): Promise<void>;
}

export function createActStore(db: Database): ActStore {
  const sealed = async (person: string, { seq: _seq, ...act }: Omit<StoredAct, "seq"> & { seq?: number }) => ({
    person,
    ...(await seal(await keyOf(db, person, "acts"), JSON.stringify(act))),
  });
  const write = () => db.transaction("acts", "readwrite", { durability: "strict" });
  return {
    async list(person) {
      const key = await keyOf(db, person, "acts");
      const records = await db.getAllFromIndex("acts", "person", person);
      const acts = await Promise.all(records.map((record) => read(key, record)));
      return acts.filter((act) => act !== null).sort((a, b) => a.seq - b.seq);
    },
    async add(person, act) {
      if ((await db.countFromIndex("acts", "person", person)) >= MAX_ACTS)
        throw new Error(`${MAX_ACTS} changes wait on this device already. Connect to send them first.`);
      const record = await sealed(person, act);
      const change = write();
      await Promise.all([change.store.add(record), change.done]);
    },
    async replace(person, act) {
      const record = { ...(await sealed(person, act)), seq: act.seq };
      const change = write();
      const there = await change.store.getKey(act.seq);
      if (there !== undefined) await change.store.put(record);
      await change.done;
      return there !== undefined;
    },
    remove: (seq) => db.delete("acts", seq),
  };
}

async function read(key: CryptoKey, record: ActRecord): Promise<StoredAct | null> {
  const text = await unseal(key, record);
  return text === null ? null : { ...(JSON.parse(text) as Omit<StoredAct, "seq">), seq: record.seq as number };
}
