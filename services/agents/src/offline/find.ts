import { listIn, type Move, pathOf, textIn, use, usesOf } from "./move.ts";
import { bestSentences, keywordsOf, type Source, sentencesOf, sentencesOfShape, todosOf } from "./sentences.ts";
import type { Turn } from "./turn.ts";
import { link, list, plain, quoteLines } from "./words.ts";

/** Cards that are read for one answer, and sentences that it quotes. */
const MAX_READ = 6;
const MAX_QUOTES = 3;
/** Cards that are named, or quoted one sentence each. */
const MAX_CARDS = 5;
/** Tasks that are offered at once: as many as a run may use tools in one answer. */
const MAX_TASKS = 10;
/** Times that other words are looked for. */
const MAX_SEARCHES = 3;

/** The words that are looked for at each attempt: all, then the longer half, then the longest one. */
function attempts(question: string): string[] {
  const words = keywordsOf(question);
  const longest = [...words].sort((a, b) => b.length - a.length);
  const half = longest.slice(0, Math.ceil(words.length / 2));
  const few = words.filter((word) => half.includes(word));
  return [...new Set([words.join(" "), few.join(" "), longest[0] ?? ""])].filter(Boolean).slice(0, MAX_SEARCHES);
}

/** Cards that a search found, and what was read of them; undefined while there is more to do. */
function read(turn: Turn, words: readonly string[]): Move | { cards: Record<string, unknown>[]; sources: Source[] } {
  if (turn.given) return { cards: turn.given.cards, sources: turn.given.cards.map(sourceOf) };
  const searches = usesOf(turn, "search_cards");
  const last = searches.at(-1);
  if (!last) return use("search_cards", { words: words[0], limit: 8 });
  if (last.failure) return { answer: `Your cards could not be searched. ${plain(last.failure)}` };
  const cards = listIn(last.output, "cards");
  const next = words[searches.length];
  if (!cards.length && next) return use("search_cards", { words: next, limit: 8 });
  const reads = usesOf(turn, "read_card");
  if (cards.length && !reads.length)
    return {
      use: cards.slice(0, MAX_READ).map((card) => ({ name: "read_card", arguments: { id: textIn(card, "id") } })),
    };
  return { cards, sources: reads.flatMap(({ output }) => (output ? [sourceOf(output)] : [])) };
}

const sourceOf = (card: Record<string, unknown>): Source => ({
  title: textIn(card, "title"),
  path: pathOf(card),
  text: textIn(card, "text"),
});

const listed = (cards: readonly Record<string, unknown>[]) =>
  list(cards.map((card) => link(textIn(card, "title"), pathOf(card))));

/** Verbatim sentences of the person's cards that speak of what is asked. */
export function find(turn: Turn): Move {
  const words = attempts(turn.request);
  if (!words.length) return { answer: "Tell me what to look for: a name or a few words of it." };
  const found = read(turn, words);
  if (!("cards" in found)) return found;
  const { cards, sources } = found;
  if (!cards.length)
    return { answer: `No card of yours has anything on **${plain(keywordsOf(turn.request).join(" "))}**.` };
  const quotes = bestSentences(turn.request, sources, MAX_QUOTES);
  if (!quotes.length)
    return {
      answer: `No sentence in your cards answers this. These cards are the nearest:\n\n${listed(cards.slice(0, 5))}`,
    };
  const summary = /^\W*summari[sz]e\b/i.test(turn.request) ? "I do not summarise; I quote.\n\n" : "";
  return { answer: summary + quotes.map(quoteLines).join("\n\n") };
}

/** Requests for the whole of it. */
export const AS_A_WHOLE =
  /\b(?:summar(?:y|ies|i[sz]e)|sum up|tl;?dr|overview|gist|key points|main points)\b|\bwhat(?:'s| is| are) (?:this|it|that|these|they)(?: cards?| notes?)? (?:about|saying)\b/i;

/** Verbatim sentences of the cards that the person gave along, and of no others. */
export function findGiven(turn: Turn): Move {
  const { cards, failure } = turn.given ?? { cards: [], failure: null };
  if (failure) return { answer: `The cards could not be read. ${plain(failure)}` };
  if (!cards.length && turn.given?.withheld) return { answer: "I may not see the cards that you gave." };
  if (!cards.length) return { answer: "None of the cards that you gave exists any more." };
  const sources = cards.map(sourceOf);
  if (AS_A_WHOLE.test(turn.request) || !keywordsOf(turn.request).length) {
    const begins = sources.flatMap((source) =>
      sentencesOf(source.text)
        .slice(0, sources.length === 1 ? MAX_QUOTES : 1)
        .map((sentence) => ({ source, sentence })),
    );
    const said = sources.length === 1 ? "this is how it begins" : "this is how they begin";
    if (begins.length)
      return { answer: `I do not summarise; ${said}.\n\n${begins.slice(0, MAX_CARDS).map(quoteLines).join("\n\n")}` };
  }
  const best = bestSentences(turn.request, sources, MAX_QUOTES);
  const quotes = best.length ? best : sentencesOfShape(turn.request, sources, MAX_QUOTES);
  if (quotes.length) return { answer: quotes.map(quoteLines).join("\n\n") };
  const which = cards.length === 1 ? "this card" : `these ${cards.length} cards`;
  return { answer: `No sentence in ${which} answers this.\n\n${listed(cards.slice(0, MAX_CARDS))}` };
}

/** Words of a request that only say that tasks are wanted. */
const OF_TODOS =
  /\b(?:tasks?|to-?dos?|to do|action items?|open points|next steps|things|still|offer|extract|create|make|turn|into|pull|scan|collect|convert|checklist|unticked|boxes|promised|items?)\b/gi;

/** What notes say is still to do, offered as tasks one by one. */
export function todo(turn: Turn): Move {
  const subject = turn.request.replace(OF_TODOS, " ");
  const words = attempts(subject);
  const found = read(turn, words.length ? words : [""]);
  if (!("cards" in found)) return found;
  const made = usesOf(turn, "create_task");
  if (made.length) return { answer: outcomeOf(turn) };
  const { sources } = found;
  const seen = new Set<string>();
  const todos = sources
    .filter(({ path }) => !path.startsWith("/items/task/"))
    .flatMap((source) => todosOf(source.text).map((one) => ({ ...one, source })))
    .filter(({ what }) => !seen.has(what.toLowerCase()) && seen.add(what.toLowerCase()));
  if (!todos.length) {
    const looked = sources.length ? ` I read ${sources.length === 1 ? "one card" : `${sources.length} cards`}.` : "";
    return {
      answer: `I found nothing that is marked as still to do.${looked} I look for unticked boxes, lines that begin with “To do:”, and sentences such as “we need to …”.`,
    };
  }
  return {
    use: todos.slice(0, MAX_TASKS).map(({ what, sentence, source }) => ({
      name: "create_task",
      arguments: {
        title: (what.charAt(0).toUpperCase() + what.slice(1)).slice(0, 300),
        body: quoteLines({ source, sentence }),
      },
    })),
  };
}

function outcomeOf(turn: Turn): string {
  const made = usesOf(turn, "create_task");
  const kept = made.filter(({ output }) => output);
  const lines = kept.map((one) => link(textIn(one.arguments, "title"), `/items/task/${textIn(one.output, "id")}`));
  const left = made.length - kept.length;
  return [
    kept.length ? `Kept as tasks:\n\n${list(lines)}` : "No task was kept.",
    left && kept.length ? `${left} ${left === 1 ? "was" : "were"} not kept, as you decided.` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}
