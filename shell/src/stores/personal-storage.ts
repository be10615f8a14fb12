/** The browser's storage for what is a person's: shown to them alone, and the only way to keep it. */
export interface PersonalStorage {
  /** Null while nobody is signed in. */
  get(name: string): string | null;
  /** Kept for the person who is, or just was, signed in: a session that expires loses nothing that is being typed. */
  set(name: string, text: string): void;
  remove(name: string): void;
  /** Forgets all that is kept for the person; after they signed out themselves. What is set afterwards is nobody's and not kept. */
  forget(): void;
  /** Somebody has signed in on a page where nobody was. */
  turn(): void;
}

const PREFIX = "tessera.of.";
/** Names from before things were kept by person: nobody knows whose they are. */
const UNOWNED = /^tessera\.(draft\.|preferences$)/;

const remove = (storage: Storage, isMeant: (key: string) => boolean) => {
  for (const key of Object.keys(storage)) if (isMeant(key)) storage.removeItem(key);
};

/**
 * @param person id of who is signed in; null for nobody @param ofTab what a sign-in leaves in its tab (`sessionStorage`): addresses
 * that were typed, codes on their way
 */
export function createPersonalStorage(storage: Storage, ofTab: Storage, person: () => string | null): PersonalStorage {
  remove(storage, (key) => UNOWNED.test(key));
  let owner = person();
  // Whoever signs in over another person has a page of their own soon (app.tsx): until then, its components are the other's.
  const current = () => {
    const now = person();
    return now !== null && now === owner ? now : null;
  };
  const keyOf = (name: string) => `${PREFIX}${owner}.${name}`;
  return {
    get: (name) => (current() ? storage.getItem(keyOf(name)) : null),
    set(name, text) {
      if (current() || (owner !== null && person() === null)) storage.setItem(keyOf(name), text);
    },
    remove(name) {
      if (current() || (owner !== null && person() === null)) storage.removeItem(keyOf(name));
    },
    forget() {
      if (owner !== null) remove(storage, (key) => key.startsWith(`${PREFIX}${owner}.`));
      remove(ofTab, (key) => key.startsWith("tessera."));
      owner = null;
    },
    turn() {
      owner = person();
    },
  };
}
