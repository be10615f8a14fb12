import { readDue } from "@tessera/contracts-core/day-words.ts";
import { EXAMPLES } from "./router-examples.ts";

/** What a request asks for. */
export type Intent = "find" | "recent" | "todo" | "task" | "note" | "money" | "recording" | "write" | "about";

export interface Route {
  /** Null: it is not sure. */
  intent: Intent | null;
  /** The best ones first, with their probability. */
  ranked: { intent: Intent; probability: number }[];
}

/** Below this probability the person is asked; `evaluation/` has the figures. */
export const SURE = 0.55;
/** What is added to each count, so that a word which was never seen decides nothing. */
const SMOOTHING = 0.35;
/** Words of a request that are read: what it asks for is said at its beginning. */
const MAX_WORDS = 40;

/** Any day will do: only whether one is named counts. */
const SOME_DAY = { now: new Date("2026-01-05T12:00:00Z"), timeZone: "UTC", locale: "en" };

/** Words, pairs of them, how it begins, and whether it names a day. */
function featuresOf(request: string): string[] {
  const words = (request.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? []).slice(0, MAX_WORDS);
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  const features = [...words, ...pairs];
  if (words[0]) features.push(`^${words[0]}`, `^${words.slice(0, 2).join(" ")}`);
  if (readDue(request.slice(0, 400), SOME_DAY).length) features.push("<day>");
  if (words.length <= 3) features.push("<short>");
  return features;
}

interface Learned {
  prior: number;
  counts: Map<string, number>;
  total: number;
}

/** A naive Bayes classifier: some hundred examples are enough, and it learns them in milliseconds. */
export class Router {
  private readonly learned = new Map<Intent, Learned>();
  private readonly known = new Set<string>();

  constructor(examples: Readonly<Record<Intent, readonly string[]>>) {
    const all = Object.values(examples).flat().length;
    for (const [intent, requests] of Object.entries(examples) as [Intent, readonly string[]][]) {
      const counts = new Map<string, number>();
      for (const feature of requests.flatMap(featuresOf)) {
        counts.set(feature, (counts.get(feature) ?? 0) + 1);
        this.known.add(feature);
      }
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      this.learned.set(intent, { prior: Math.log(requests.length / all), counts, total });
    }
  }

  route(request: string): Route {
    const features = featuresOf(request).filter((feature) => this.known.has(feature));
    const scores = [...this.learned].map(([intent, { prior, counts, total }]) => {
      const room = total + SMOOTHING * this.known.size;
      const score = features.reduce(
        (sum, feature) => sum + Math.log(((counts.get(feature) ?? 0) + SMOOTHING) / room),
        prior,
      );
      return { intent, score };
    });
    const best = Math.max(...scores.map(({ score }) => score));
    const weights = scores.map(({ intent, score }) => ({ intent, weight: Math.exp(score - best) }));
    const sum = weights.reduce((total, { weight }) => total + weight, 0);
    const ranked = weights
      .map(({ intent, weight }) => ({ intent, probability: weight / sum }))
      .sort((a, b) => b.probability - a.probability);
    const isSure = features.length > 0 && ranked[0]!.probability >= SURE;
    return { intent: isSure ? ranked[0]!.intent : null, ranked };
  }
}

export const router = new Router(EXAMPLES);
