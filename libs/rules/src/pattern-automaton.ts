import { DIGIT, type Edge, LETTER, type Node, OTHER, PatternFault, SPACE, type Units } from "./pattern-syntax.ts";

/** Steps of a program, states of its automaton and cells of their table at most. */
const MAX_PROGRAM = 500;
const MAX_STATES = 3000;
const MAX_CELLS = 40_000;
/** Classes of characters times sets at most. */
const MAX_SIGNS = 100_000;

const tooComplicated = () =>
  new PatternFault("The pattern is too complicated. Shorten it, or repeat less: “.*” needs less than “.{50}”.");

type Step = { units: number } | { edge: Edge } | { split: [number, number] } | { jump: number } | { match: true };
interface Program {
  steps: Step[];
  units: Units[];
  hasWordEdges: boolean;
}

/** Whether a folded text has what matches somewhere: one look into a table for each character, whatever the pattern. */
export type Matcher = (folded: string) => boolean;

/** @returns how a text is looked at, and the cells of its table @throws PatternFault for what takes too many states */
export function automatonOf(node: Node): { matches: Matcher; cells: number } {
  const program = compiled(node);
  const alphabet = alphabetOf(program.units);
  const { table, accepts } = determined(program, alphabet);
  const { count, classOf } = alphabet;
  const matches: Matcher = (folded) => {
    let state = START;
    for (let at = 0; at < folded.length; at += 1) {
      state = table[state * count + classOf(folded.charCodeAt(at))]!;
      if (state === MATCHED) return true;
    }
    return accepts[state] === 1;
  };
  return { matches, cells: table.length };
}

function compiled(root: Node): Program {
  const program: Program = { steps: [], units: [], hasWordEdges: false };
  const { steps } = program;
  let work = 0;
  const add = (step: Step) => steps.push(step) - 1;
  const emit = (node: Node): void => {
    work += 1;
    // Repetitions of nothing take work, not steps.
    if (steps.length > MAX_PROGRAM || work > MAX_PROGRAM * 10) throw tooComplicated();
    if ("units" in node) add({ units: program.units.push(node.units) - 1 });
    else if ("edge" in node) {
      add({ edge: node.edge });
      if (node.edge === "word" || node.edge === "notWord") program.hasWordEdges = true;
    } else if ("sequence" in node) node.sequence.forEach(emit);
    else if ("either" in node) emitEither(node.either);
    else emitRepeated(node);
  };
  const emitEither = (parts: readonly Node[]): void => {
    const ends: { jump: number }[] = [];
    for (const [index, part] of parts.entries()) {
      const split: [number, number] = [steps.length + 1, 0];
      if (index < parts.length - 1) add({ split });
      emit(part);
      if (index === parts.length - 1) continue;
      const end = { jump: 0 };
      ends.push(end);
      add(end);
      split[1] = steps.length;
    }
    for (const end of ends) end.jump = steps.length;
  };
  const emitRepeated = ({ repeated, least, most }: Extract<Node, { repeated: Node }>): void => {
    for (let time = 0; time < least; time += 1) emit(repeated);
    if (most === null) {
      const split: [number, number] = [steps.length + 1, 0];
      const again = add({ split });
      emit(repeated);
      add({ jump: again });
      split[1] = steps.length;
      return;
    }
    // Each may be left out on its own: of two that began one after the other, all places of the later one are there.
    for (let time = least; time < most; time += 1) {
      const split: [number, number] = [steps.length + 1, 0];
      add({ split });
      emit(repeated);
      split[1] = steps.length;
    }
  };
  emit(root);
  add({ match: true });
  return program;
}

interface Alphabet {
  /** Classes of code units that no set of the pattern tells apart. */
  count: number;
  classOf: (unit: number) => number;
  isWord: boolean[];
  /** Whether a set has a class. */
  has: (units: number, of: number) => boolean;
}

const KINDS = [LETTER, DIGIT, SPACE, OTHER];
const ASCII = 128;
let kinds: Uint8Array | undefined;

/** The place of each code unit's kind in KINDS. */
function kindsOfUnits(): Uint8Array {
  if (kinds) return kinds;
  const all = new Uint8Array(0x10000);
  for (let unit = 0; unit < all.length; unit += 1) {
    const char = String.fromCharCode(unit);
    all[unit] = /[\p{L}_]/u.test(char) ? 0 : /\p{Nd}/u.test(char) ? 1 : /\s/u.test(char) ? 2 : 3;
  }
  kinds = all;
  return all;
}

function alphabetOf(sets: readonly Units[]): Alphabet {
  const kindOf = kindsOfUnits();
  const breaks = [...new Set([0, ...sets.flatMap(({ ranges }) => ranges.flatMap(([low, high]) => [low, high + 1]))])];
  breaks.sort((a, b) => a - b);
  if (breaks.length * sets.length * KINDS.length > MAX_SIGNS) throw tooComplicated();
  const known = new Map<string, number>();
  const members: string[] = [];
  const isWord: boolean[] = [];
  const isThere = new Uint8Array(breaks.length * KINDS.length);
  for (let unit = 0, at = 0; unit < kindOf.length; unit += 1) {
    if (unit === breaks[at + 1]) at += 1;
    isThere[at * KINDS.length + kindOf[unit]!] = 1;
  }
  const classes = breaks.flatMap((from, at) =>
    KINDS.map((kind, of) => {
      // A letter that is a digit would be in both sets, and double the states.
      if (!isThere[at * KINDS.length + of]) return 0;
      const within = sets.map(({ not, kinds: some, ranges }) => {
        const isIn = (some & kind) !== 0 || ranges.some(([low, high]) => low <= from && from <= high);
        return isIn === not ? "0" : "1";
      });
      const word = kind === LETTER || kind === DIGIT;
      const signature = `${word}${within.join("")}`;
      const number = known.get(signature) ?? known.size;
      if (!known.has(signature)) {
        known.set(signature, number);
        members.push(within.join(""));
        isWord.push(word);
      }
      return number;
    }),
  );
  const find = (unit: number): number => {
    let [low, high] = [0, breaks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (breaks[middle]! <= unit) low = middle;
      else high = middle - 1;
    }
    return classes[low * KINDS.length + kindOf[unit]!]!;
  };
  const ascii = Uint16Array.from({ length: ASCII }, (_, unit) => find(unit));
  return {
    ...{ count: known.size, isWord },
    classOf: (unit) => (unit < ASCII ? ascii[unit]! : find(unit)),
    has: (units, of) => members[of]![units] === "1",
  };
}

const START = 0;
const MATCHED = 1;
type Before = "start" | "word" | "other";
type Next = "word" | "other" | "end";
/** Places of a program, a bit each. */
type Places = Uint32Array;
interface State {
  places: Places;
  before: Before;
}

/** The automaton with one state for each set of places in the program: all of it, before any text is looked at. */
function determined(program: Program, { count, isWord, has }: Alphabet) {
  const { steps, hasWordEdges } = program;
  const size = (steps.length + 31) >>> 5;
  const reached = reachedIn(program, size);
  const isEnd = (places: Places) => contains(places, steps.length - 1);
  // The places that take a character of a class.
  const taking = Array.from({ length: count }, (_, of) => {
    const places = new Uint32Array(size);
    for (const [at, step] of steps.entries()) if ("units" in step && has(step.units, of)) add(places, at);
    return places;
  });
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const numberOf = (places: Places, before: Before): number => {
    const key = keyOf(places, before);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (states.length >= MAX_STATES || (states.length + 1) * count > MAX_CELLS) throw tooComplicated();
    numbers.set(key, states.length);
    return states.push({ places: places.slice(), before }) - 1;
  };
  const first = new Uint32Array(size);
  add(first, 0);
  numberOf(first, "start");
  states.push({ places: new Uint32Array(size), before: "other" });
  const cells: number[] = [];
  const next = new Uint32Array(size);
  for (let state = START; state < states.length; state += 1) {
    const { places, before } = states[state]!;
    const by = { word: reached(places, before, "word"), other: reached(places, before, "other") };
    for (let of = 0; of < count; of += 1) {
      const kind = isWord[of] ? ("word" as const) : ("other" as const);
      const now = by[kind];
      if (state === MATCHED || isEnd(now)) {
        cells.push(MATCHED);
        continue;
      }
      // Whatever takes a character goes to the place after it; and what matches may begin at each character.
      let carried = 1;
      for (let at = 0; at < size; at += 1) {
        const taken = now[at]! & taking[of]![at]!;
        next[at] = (taken << 1) | carried;
        carried = taken >>> 31;
      }
      cells.push(numberOf(next, hasWordEdges ? kind : "other"));
    }
  }
  const accepts = Uint8Array.from(states, ({ places, before }, state) =>
    state === MATCHED || isEnd(reached(places, before, "end")) ? 1 : 0,
  );
  return { table: Uint16Array.from(cells), accepts };
}

/** The places that are reached from others without a character, where something stands before and something follows. */
function reachedIn({ steps }: Program, size: number) {
  const hasEdges = steps.some((step) => "edge" in step);
  // Those that lead on. All others reach themselves alone, and most are of them.
  const leading = new Uint32Array(size);
  for (const [at, step] of steps.entries()) if (!("units" in step || "match" in step)) add(leading, at);
  const known = new Map<string, Places[]>();
  const none = new Uint32Array(size);
  const fromEach = (before: Before, next: Next): Places[] =>
    steps.map((_, from) => {
      if (!contains(leading, from)) return none;
      const places = new Uint32Array(size);
      const open = [from];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (contains(places, at)) continue;
        add(places, at);
        const step = steps[at]!;
        if ("jump" in step) open.push(step.jump);
        else if ("split" in step) open.push(...step.split);
        else if ("edge" in step && holds(step.edge, before, next)) open.push(at + 1);
      }
      return places;
    });
  return (places: Places, before: Before, next: Next): Places => {
    const key = hasEdges ? `${before} ${next}` : "";
    const each = known.get(key) ?? fromEach(before, next);
    known.set(key, each);
    const all = new Uint32Array(size);
    for (let at = 0; at < size; at += 1) all[at] = places[at]! & ~leading[at]!;
    for (let at = 0; at < size; at += 1)
      for (let bits = places[at]! & leading[at]!; bits !== 0; bits &= bits - 1) {
        const from = each[at * 32 + 31 - Math.clz32(bits & -bits)]!;
        for (let word = 0; word < size; word += 1) all[word]! |= from[word]!;
      }
    return all;
  };
}

const contains = (places: Places, at: number): boolean => ((places[at >>> 5]! >>> (at & 31)) & 1) === 1;
const add = (places: Places, at: number): void => {
  places[at >>> 5]! |= 1 << (at & 31);
};
const keyOf = (places: Places, before: Before): string =>
  before[0] + String.fromCharCode(...new Uint16Array(places.buffer, places.byteOffset, places.length * 2));

function holds(edge: Edge, before: Before, next: Next): boolean {
  if (edge === "start") return before === "start";
  if (edge === "end") return next === "end";
  return ((before === "word") !== (next === "word")) === (edge === "word");
}
