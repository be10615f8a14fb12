import { type Intent, type Router } from "../router.ts";
import { bestSentences, type Source } from "../sentences.ts";

export type Requests = Readonly<Record<Intent, readonly string[]>>;
export interface CardSet {
  cards: readonly { id: string; title: string; text: string }[];
  questions: readonly { question: string; card: string | null; sentence: string | null }[];
}

export interface RouterFigures {
  requests: number;
  /** Shares of all requests. */
  right: number;
  wrong: number;
  asked: number;
  mistakes: string[];
}

/** How a router does on requests that it did not learn from. */
export function routerFigures(router: Router, requests: Requests): RouterFigures {
  const all = (Object.entries(requests) as [Intent, readonly string[]][]).flatMap(([intent, of]) =>
    of.map((request) => ({ request, intent, said: router.route(request).intent })),
  );
  const share = (count: number) => count / all.length;
  const wrong = all.filter(({ said, intent }) => said !== null && said !== intent);
  return {
    requests: all.length,
    right: share(all.filter(({ said, intent }) => said === intent).length),
    wrong: share(wrong.length),
    asked: share(all.filter(({ said }) => said === null).length),
    mistakes: wrong.map(({ request, intent, said }) => `${request}: ${said} instead of ${intent}`),
  };
}

export interface AnswerFigures {
  questions: number;
  /** Of the questions that the cards answer: whether the sentence is the first one quoted, or one of them. */
  first: number;
  among: number;
  /** Of the questions that they do not answer: whether nothing is quoted. */
  silent: number;
  mistakes: string[];
}

/** How sentences are chosen with every card read: the search's own figures are those of the items service. */
export function answerFigures({ cards, questions }: CardSet, limit: number): AnswerFigures {
  const sources: Source[] = cards.map(({ id, title, text }) => ({ title, path: `/items/note/${id}`, text }));
  const answered = questions.map((one) => ({ ...one, quotes: bestSentences(one.question, sources, limit) }));
  const known = answered.filter(({ sentence }) => sentence !== null);
  const unknown = answered.filter(({ sentence }) => sentence === null);
  const isFirst = ({ quotes, sentence }: (typeof answered)[number]) => quotes[0]?.sentence === sentence;
  return {
    questions: questions.length,
    first: known.filter(isFirst).length / known.length,
    among:
      known.filter(({ quotes, sentence }) => quotes.some((quote) => quote.sentence === sentence)).length / known.length,
    silent: unknown.filter(({ quotes }) => quotes.length === 0).length / unknown.length,
    mistakes: answered
      .filter((one) => (one.sentence === null ? one.quotes.length > 0 : !isFirst(one)))
      .map(({ question, quotes }) => `${question} -> ${quotes[0]?.sentence ?? "nothing"}`),
  };
}
