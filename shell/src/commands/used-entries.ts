import type { PersonalStorage } from "../stores/personal-storage.ts";

/** How often and when last an entry of the palette was chosen. */
interface Use {
  times: number;
  /** Ms since the epoch. */
  at: number;
}

/** What a person chose in the palette, on this device. */
export interface UsedEntries {
  /** The higher, the more often and the later it was chosen; 0: never. */
  weightOf(id: string): number;
  note(id: string): void;
}

const NAME = "palette.used";
/** Entries that are remembered: those of the least weight go first. */
const MAX_USED = 60;
/** Ms after which a use counts half. */
const HALF_LIFE = 14 * 24 * 3600 * 1000;

/** @param now ms since the epoch */
export function usedEntries(personal: Pick<PersonalStorage, "get" | "set">, now = Date.now): UsedEntries {
  const uses = read(personal.get(NAME));
  const weight = ({ times, at }: Use) => times * 0.5 ** ((now() - at) / HALF_LIFE);
  return {
    weightOf(id) {
      const use = uses.get(id);
      return use ? weight(use) : 0;
    },
    note(id) {
      const before = uses.get(id);
      uses.set(id, { times: (before ? weight(before) : 0) + 1, at: now() });
      const kept = [...uses].sort(([, a], [, b]) => weight(b) - weight(a)).slice(0, MAX_USED);
      personal.set(NAME, JSON.stringify(Object.fromEntries(kept)));
    },
  };
}

/** Anything that is not ours is nothing: what is stored may be of another version. */
function read(text: string | null): Map<string, Use> {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    const isUse = (value: unknown): value is Use =>
      typeof value === "object" && value !== null && Number.isFinite((value as Use).times + (value as Use).at);
    return new Map(Object.entries(stored ?? {}).filter((entry): entry is [string, Use] => isUse(entry[1])));
  } catch {
    return new Map();
  }
}
