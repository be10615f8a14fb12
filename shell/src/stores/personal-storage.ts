import { personalKey } from "@tessera/federation/page.ts";

/** Browser storage for personal data, by person. Nothing personal is stored in any other way. */
export interface PersonalStorage {
  /** Null while nobody is signed in. */
  get(name: string): string | null;
  /** Stored for the person who is, or just was, signed in: an expired session loses nothing that is being typed. */
  set(name: string, text: string): void;
  remove(name: string): void;
  /**
   * Removes everything stored for the person, after they signed out themselves. What is set afterwards is not stored.
   */
  forget(): void;
  /** Somebody has signed in on a page where nobody was. */
  turn(): void;
}

/** Keys from before storage was by person: their owner is unknown. */
const UNOWNED = /^tessera\.(draft\.|preferences$)/;

const remove = (storage: Storage, isMeant: (key: string) => boolean) => {
  for (const key of Object.keys(storage)) if (isMeant(key)) storage.removeItem(key);
};

/**
 * @param person id of the signed-in person, or null @param ofTab what a sign-in leaves in its tab (`sessionStorage`):
 * addresses that were typed, codes on their way
 */
export function createPersonalStorage(storage: Storage, ofTab: Storage, person: () => string | null): PersonalStorage {
  remove(storage, (key) => UNOWNED.test(key));
  let owner = person();
  // When somebody signs in over another person, the page is replaced soon (app.tsx); until then its components are the
  // other's.
  const current = () => {
    const now = person();
    return now !== null && now === owner ? now : null;
  };
  const keyOf = (name: string) => personalKey(owner ?? "", name);
  return {
    get: (name) => (current() ? storage.getItem(keyOf(name)) : null),
    set(name, text) {
      if (current() || (owner !== null && person() === null)) storage.setItem(keyOf(name), text);
    },
    remove(name) {
      if (current() || (owner !== null && person() === null)) storage.removeItem(keyOf(name));
    },
    forget() {
      if (owner !== null) remove(storage, (key) => key.startsWith(personalKey(owner ?? "", "")));
      remove(ofTab, (key) => key.startsWith("tessera."));
      owner = null;
    },
    turn() {
      owner = person();
    },
  };
}
