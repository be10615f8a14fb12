/** Words of dates in a language, by what they mean in English. Longer ones are looked for first. */
const WORDS: Record<string, Record<string, string>> = {
  de: {
    ...{ heute: "today", morgen: "tomorrow", übermorgen: "in 2 days", jeden: "every", jede: "every", jedes: "every" },
    ...{ alle: "every", tag: "day", tage: "days", tagen: "days", woche: "week", wochen: "weeks", monat: "month" },
    ...{ monate: "months", monaten: "months", jahr: "year", jahre: "years", jahren: "years", um: "at", und: "and" },
    ...{ ab: "starting", am: "", dem: "", den: "", uhr: "", täglich: "every day", wöchentlich: "every week" },
    ...{ monatlich: "every month", jährlich: "every year", werktag: "weekday" },
  },
  fr: {
    ...{ "aujourd'hui": "today", "aujourd’hui": "today", demain: "tomorrow", "après-demain": "in 2 days" },
    ...{ "tous les": "every", "toutes les": "every", chaque: "every", jour: "day", jours: "days", semaine: "week" },
    ...{ semaines: "weeks", mois: "months", an: "year", ans: "years", année: "year", à: "at", et: "and", le: "" },
    ...{ dans: "in", "à partir du": "starting", "1er": "1" },
  },
  es: {
    ...{ hoy: "today", mañana: "tomorrow", "pasado mañana": "in 2 days", "todos los": "every", "todas las": "every" },
    ...{ cada: "every", día: "day", días: "days", semana: "week", semanas: "weeks", mes: "month", meses: "months" },
    ...{ año: "year", años: "years", "a las": "at", "a la": "at", y: "and", el: "", de: "", en: "in" },
    ...{ "a partir de": "starting", "a partir del": "starting" },
  },
  it: {
    ...{ oggi: "today", domani: "tomorrow", dopodomani: "in 2 days", ogni: "every", "tutti i": "every" },
    ...{ "tutte le": "every", giorno: "day", giorni: "days", settimana: "week", settimane: "weeks", mese: "month" },
    ...{ mesi: "months", anno: "year", anni: "years", alle: "at", e: "and", il: "", tra: "in", fra: "in" },
    ...{ "a partire dal": "starting", dal: "starting" },
  },
  nl: {
    ...{ vandaag: "today", morgen: "tomorrow", overmorgen: "in 2 days", elke: "every", elk: "every", iedere: "every" },
    ...{ ieder: "every", dag: "day", dagen: "days", week: "week", weken: "weeks", maand: "month", maanden: "months" },
    ...{ jaar: "year", jaren: "years", om: "at", en: "and", op: "", over: "in", vanaf: "starting", uur: "" },
  },
  pt: {
    ...{ hoje: "today", amanhã: "tomorrow", "depois de amanhã": "in 2 days", todo: "every", toda: "every" },
    ...{ "todos os": "every", "todas as": "every", cada: "every", dia: "day", dias: "days", semana: "week" },
    ...{ semanas: "weeks", mês: "month", meses: "months", ano: "year", anos: "years", às: "at", e: "and", de: "" },
    ...{ em: "in", "a partir de": "starting" },
  },
};

/** A Monday, and a day of January, UTC. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

const dictionaries = new Map<string, { pattern: RegExp; meaning: ReadonlyMap<string, string> }>();

function dictionaryOf(language: string) {
  const known = dictionaries.get(language);
  if (known) return known;
  const meaning = new Map(Object.entries(WORDS[language] ?? {}));
  const name = (locale: string, at: number, part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...part, timeZone: "UTC" }).format(at);
  const add = (at: number, part: Intl.DateTimeFormatOptions) => {
    const [own, english] = [name(language, at, part).toLowerCase(), name("en", at, part)];
    for (const word of [own, `${own}s`, own.replace(/-feira$/, "")]) if (!meaning.has(word)) meaning.set(word, english);
  };
  for (let day = 0; day < 7; day += 1) add(MONDAY + day * DAY_MS, { weekday: "long" });
  for (let month = 0; month < 12; month += 1) add(Date.UTC(2024, month, 1), { month: "long" });
  const words = [...meaning.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join("|")})(?![\p{L}\p{N}])`, "giu");
  const made = { pattern, meaning };
  dictionaries.set(language, made);
  return made;
}

/** A date in another language in words that a capture reads; as it is in a language that is not known. */
export function inEnglish(text: string, language: string): string {
  const short = language.toLowerCase().slice(0, 2);
  if (!(short in WORDS)) return text;
  const { pattern, meaning } = dictionaryOf(short);
  return text
    .normalize("NFC")
    .replaceAll(/(\d{1,2})\.(?=\s)/g, "$1")
    .replaceAll(/(\d{1,2}) ?h ?(\d{2})?(?![\p{L}\d])/gu, (_, hour: string, minute = "00") => `${hour}:${minute}`)
    .replaceAll(pattern, (word) => meaning.get(word.toLowerCase()) ?? word)
    .replaceAll(/\bevery(!?) (day|week|month|year)s\b/g, "every$1 $2")
    .replaceAll(/\s+/g, " ")
    .trim();
}
