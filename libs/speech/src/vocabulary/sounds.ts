/** Spellings and what they are spoken like: one letter a sound. S as in "ship", C "chip", J "gin", T "thin". */
const SPELLINGS: readonly [RegExp, string][] = [
  [/^(?:k|g|p)(?=n)|^w(?=r)|^p(?=s)/g, ""],
  [/sch|sh|sz|(?<=.)(?:ti|ci|ssi)(?=o)/g, "S"],
  [/tch|ch|cz/g, "C"],
  [/ph/g, "f"],
  [/th/g, "T"],
  [/dge?(?=[aeiouy]|$)|dj/g, "J"],
  [/(?<=[aeiou])gh(?=t|$)|(?<=au|ou)gh/g, ""],
  [/gh/g, "g"],
  [/ck|cq|q/g, "k"],
  [/c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/g(?=[eiy])|j/g, "J"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/wh/g, "w"],
  [/mb$/g, "m"],
  [/(?<=[aeiouy])h(?![aeiouy])/g, ""],
  [/(?<=[^aeiouy])e$/g, ""],
  [/(.)\1+/g, "$1"],
];
const VOWELS = new Set("aeiouy");
/** Consonants that are taken for each other. */
const GROUPS = ["pb", "td", "kg", "fv", "sSCJ", "mn", "lr", "Ttd", "Tf", "Js", "vw"];
const [VOWEL, GLIDE, CONSONANT] = [0.4, 0.5, 1];
/** Part of its weight that a sound costs which was taken for a near one. */
const NEAR = 0.4;

/** What a word or a name sounds like in English, roughly; equal for what is spoken alike. */
export function soundOf(text: string): string {
  let sound = text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replaceAll("æ", "e")
    .replaceAll(/[^a-z]/g, "");
  for (const [spelling, spoken] of SPELLINGS) sound = sound.replace(spelling, spoken);
  return sound;
}

const weightOf = (sound: string) => (VOWELS.has(sound) ? VOWEL : sound === "h" || sound === "w" ? GLIDE : CONSONANT);

/** What it takes to say all of it. */
export function weightOfAll(sounds: string): number {
  let sum = 0;
  for (const sound of sounds) sum += weightOf(sound);
  return sum;
}

function exchange(a: string, b: string): number {
  if (a === b) return 0;
  const most = Math.max(weightOf(a), weightOf(b));
  if (VOWELS.has(a) && VOWELS.has(b)) return most * NEAR;
  return GROUPS.some((group) => group.includes(a) && group.includes(b)) ? most * NEAR : most;
}

/** How alike two sounds of `soundOf` are, 0 to 1: the share that need not be added, left out or taken for another. */
export function likeness(a: string, b: string): number {
  if (a === b) return a ? 1 : 0;
  const whole = Math.max(weightOfAll(a), weightOfAll(b));
  if (!whole) return 0;
  let row = [0];
  for (const sound of b) row.push(row.at(-1)! + weightOf(sound));
  for (const sound of a) {
    const next = [row[0]! + weightOf(sound)];
    for (let at = 0; at < b.length; at++)
      next.push(
        Math.min(next[at]! + weightOf(b[at]!), row[at + 1]! + weightOf(sound), row[at]! + exchange(sound, b[at]!)),
      );
    row = next;
  }
  return Math.max(0, 1 - row.at(-1)! / whole);
}
