import { daysMeant } from "./days-meant.ts";
import { find } from "./find.ts";
import { listIn, type Move, pathOf, textIn, use, usesOf } from "./move.ts";
import { bestSentences, keywordsOf } from "./sentences.ts";
import type { Turn } from "./turn.ts";
import { link, list, plain, quoteLines } from "./words.ts";

const MAX_LISTED = 10;
const MAX_RECORDINGS = 4;

/** What is due, and the newest cards. */
export function recent(turn: Turn): Move {
  const [due, newest] = usesOf(turn, "search_cards");
  if (!due || !newest)
    return {
      use: [
        { name: "search_cards", arguments: { words: "is:due", limit: 20 } },
        { name: "search_cards", arguments: { words: "", limit: MAX_LISTED } },
      ],
    };
  const failure = due.failure ?? newest.failure;
  if (failure) return { answer: `Your cards could not be read. ${plain(failure)}` };
  const dueCards = listIn(due.output, "cards");
  const known = new Set(dueCards.map(({ id }) => id));
  const newCards = listIn(newest.output, "cards").filter(({ id, status }) => !known.has(id) && status !== "done");
  const lineOf = (card: Record<string, unknown>) => {
    const said = textIn(card, "line");
    return link(textIn(card, "title"), pathOf(card)) + (said ? `: ${plain(said.slice(0, 140))}` : "");
  };
  const section = (title: string, cards: Record<string, unknown>[], none: string) =>
    `### ${title}\n\n${cards.length ? list(cards.map(lineOf)) : none}`;
  return {
    answer: [
      section("Due", dueCards, "Nothing is due."),
      section("Newest cards", newCards.slice(0, MAX_LISTED), "There are no other cards."),
    ].join("\n\n"),
  };
}

/** Words of a question about money that name no payee. */
const OF_MONEY =
  /\b(?:spen[dt]|spending|paid|pay|payments?|money|transactions?|expenses?|income|bank|account|sum|total|bill|buy|bought|cost|came|went|arrive[ds]?|last|since|over|subscriptions?)\b/gi;

/**
 * Transactions with their sums, as the books have them. Where they have none, cards are searched as well: "When do I
 * pay the rent?" is answered by the lease.
 */
export function money(turn: Turn, tools: ReadonlySet<string>): Move {
  const meant = daysMeant(turn.request, turn.today);
  const words = keywordsOf((meant?.rest ?? turn.request).replace(OF_MONEY, " ")).join(" ");
  const [asked] = usesOf(turn, "list_transactions");
  if (!asked) return use("list_transactions", { ...(words ? { words } : {}), ...meant?.days, limit: 20 });
  if (!asked.output) return { answer: `Your transactions could not be read. ${plain(asked.failure ?? "")}`.trim() };
  const total = Number(textIn(asked.output, "total"));
  const of = words ? ` with **${plain(words)}**` : "";
  const when = meant ? ` from ${meant.days.from} to ${meant.days.to}` : "";
  if (!total) {
    const none = `There are no transactions${of}${when}.`;
    if (!words || !tools.has("search_cards") || !tools.has("read_card")) return { answer: none };
    const found = find(turn);
    return "answer" in found ? { answer: `${none}\n\n${found.answer}` } : found;
  }
  const sums = listIn(asked.output, "sums").map(
    (one) => `${textIn(one, "currency")}: ${textIn(one, "out")} out, ${textIn(one, "in")} in`,
  );
  const rows = listIn(asked.output, "transactions").map((one) =>
    [textIn(one, "date"), textIn(one, "payee"), `${textIn(one, "amount")} ${textIn(one, "currency")}`]
      .map(cell)
      .join(" | "),
  );
  const shown = rows.length < total ? `\n\nThe newest ${rows.length} are shown.` : "";
  return {
    answer: `${total} ${total === 1 ? "transaction" : "transactions"}${of}${when}.\n\n${list(sums.map(plain))}\n\n| Date | Payee | Amount |\n| --- | --- | ---: |\n${rows.map((row) => `| ${row} |`).join("\n")}${shown}\n\n[Open transactions](/finance/transactions)`,
  };
}

const cell = (text: string) => plain(text.replace(/\s+/g, " "));

const OF_RECORDINGS =
  /\b(?:recordings?|recorded|transcripts?|transcriptions?|audio|voice|memo|podcast|list|newest|latest|open)\b/gi;

/** Recordings that have the words, and what is said there. */
export function recording(turn: Turn): Move {
  const words = keywordsOf(turn.request.replace(OF_RECORDINGS, " "));
  const uses = usesOf(turn, "read_transcript");
  const [searched, ...reads] = uses;
  const longest = [...words].sort((a, b) => b.length - a.length)[0];
  if (!searched) return use("read_transcript", longest ? { words: longest } : {});
  if (!searched.output) return { answer: `Your recordings could not be read. ${plain(searched.failure ?? "")}`.trim() };
  const found = listIn(searched.output, "recordings");
  const of = longest ? ` with **${plain(longest)}**` : "";
  if (!found.length) return { answer: `There are no recordings${of}.` };
  const listed = list(
    found.slice(0, MAX_LISTED).map((one) => link(textIn(one, "title"), `/transcribe/${textIn(one, "id")}`)),
  );
  if (!longest) return { answer: listed };
  if (!reads.length)
    return {
      use: found
        .slice(0, MAX_RECORDINGS)
        .map((one) => ({ name: "read_transcript" as const, arguments: { id: textIn(one, "id") } })),
    };
  const sources = reads.flatMap(({ output }) =>
    output
      ? [{ title: textIn(output, "title"), path: `/transcribe/${textIn(output, "id")}`, text: textIn(output, "text") }]
      : [],
  );
  const quotes = bestSentences(words.join(" "), sources, 3);
  return { answer: quotes.length ? quotes.map(quoteLines).join("\n\n") : `Recordings${of}:\n\n${listed}` };
}
