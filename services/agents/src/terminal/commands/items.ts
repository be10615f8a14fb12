import { guessLanguage } from "@tessera/contracts-items/code-language.ts";
import type { ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import type { Apis } from "../apis.ts";
import { type Call, type Command, numberOf, type Option } from "../command.ts";
import { didYouMean, LineMistake } from "../command-line.ts";
import { cell, codeOf, markdownOf, note, type Row, row, span } from "../row.ts";

const LIST = "items ls";
const MAX_ROWS = 500;
const SHOWN = 20;
const STATES = ["inbox", "later", "done", "archived", "trash"] as const satisfies readonly ItemStatus[];
const SORTS = ["created", "updated", "title", "due"] as const;

const tags = async (apis: Apis) => (await apis.items.tags()).map(({ tag }) => tag);
/** Lists by what they are called: "all", and each type. */
async function lists(apis: Apis): Promise<string[]> {
  return ["all", "snoozed", ...(await apis.items.types()).map(({ type }) => type)];
}
const listing: Record<string, Option> = {
  limit: { takes: "N", short: "n", title: `how many, ${SHOWN} without it` },
  sort: { takes: "ORDER", title: SORTS.join(", "), values: SORTS },
  reverse: { short: "r", title: "the other way round" },
};
const pathOf = ({ type, id }: Pick<ItemSummary, "type" | "id">) => `/items/${type}/${id}`;

function cardRow(item: ItemSummary, number: number): Row {
  const due = item.dueAt ? ` due ${item.dueAt.slice(0, 10)}` : "";
  const { id, type, title, status, createdAt, dueAt } = item;
  return row(
    { id, type, title, status, tags: item.tags, dueAt, createdAt },
    ...[span(`${String(number).padStart(3)}  `, "dim"), span(`${cell(type, 10)} `, "accent")],
    span(title || "Without a title", item.unread ? "strong" : undefined, pathOf(item)),
    span(`${item.tags.map((tag) => ` #${tag}`).join("")}${due}`, "dim"),
    span(status === "inbox" ? "" : ` ${status}`, "warn"),
  );
}

/** The pages of a list, until enough was shown. */
async function* pages(
  { numbers, signal }: Pick<Call, "numbers" | "signal">,
  limit: number,
  page: (query: { cursor?: string; limit: number }) => Promise<{
    items: ItemSummary[];
    nextCursor: string | null;
    total: number;
  }>,
): AsyncIterable<Row> {
  numbers.begin("card");
  let shown = 0;
  let cursor: string | undefined;
  for (;;) {
    const { items, nextCursor, total } = await page({ cursor, limit: Math.min(100, limit - shown) });
    for (const item of items) yield cardRow(item, numbers.add("card", item.id));
    shown += items.length;
    if (!total) yield note("There are no cards here.");
    if (nextCursor && shown < limit && !signal.aborted) {
      cursor = nextCursor;
      continue;
    }
    if (total > shown) yield note(`${shown} of ${total}. More: --limit ${Math.min(MAX_ROWS, total)}`);
    return;
  }
}

/** Cards that a line names: `items done 1 2`. */
const named = ({ words, numbers }: Call) =>
  words.length ? words.map(({ text }) => numbers.idOf("card", text, LIST)) : [numbers.idOf("card", undefined, LIST)];

const settle = (name: string, status: ItemStatus, did: string): Command => ({
  name: `items ${name}`,
  takes: "CARD …",
  title: `Cards by their number in the last list, or their id: ${did.toLowerCase()}`,
  examples: [`items ${name} 1 3`],
  async *run(call) {
    const ids = named(call);
    const { changed, missing } = await call.apis.items.bulk({ ids, set: { status } }, crypto.randomUUID());
    for (const { id } of changed) yield row({ id, status }, span(`${did}: `, "good"), span(id, "dim"));
    for (const id of missing) yield { line: [span(`There is no card ${id}.`, "bad")] };
  },
});

export const itemCommands: readonly Command[] = [
  {
    name: LIST,
    aliases: ["ls"],
    takes: "[LIST]",
    title: "Cards of a list or type: inbox without one",
    options: {
      ...listing,
      status: { takes: "STATE", title: STATES.join(", "), values: STATES },
      tag: { takes: "TAG", title: "with this tag; several with commas between them", values: tags },
      unread: { title: "what was not opened yet" },
    },
    examples: ["items ls task --tag home --sort due", "items ls all --json | grep milk"],
    values: lists,
    async *run(call) {
      const { words, options, apis, signal } = call;
      const list = words[0]?.text ?? "inbox";
      if (words.length > 1) throw new LineMistake(`“${LIST}” shows one list. To look for words: search WORDS`);
      const known = await lists(apis);
      if (!known.includes(list))
        throw new LineMistake(
          `There is no list “${list}”.${didYouMean(list, known, ` There are ${known.join(", ")}.`)}`,
        );
      const sort = options.sort as (typeof SORTS)[number] | undefined;
      const isUp = (sort === "title" || sort === "due") !== Boolean(options.reverse);
      const query = {
        ...{ type: list, sort },
        ...(sort || options.reverse ? { order: isUp ? ("asc" as const) : ("desc" as const) } : {}),
        ...(options.status ? { status: options.status as ItemStatus } : {}),
        ...(options.tag ? { tag: String(options.tag) as never } : {}),
        ...(options.unread ? { unread: "true" as const } : {}),
      };
      const limit = numberOf("--limit", options.limit, SHOWN, MAX_ROWS);
      yield* pages(call, limit, (page) => apis.items.list({ ...query, ...page }, signal));
    },
  },
  {
    name: "items show",
    takes: "CARD",
    title: "A card with its text",
    examples: ["items show 1"],
    async *run({ words, numbers, apis, signal }) {
      const item = await apis.items.get(numbers.idOf("card", words[0]?.text, LIST), signal);
      const { id, type, title, status, tags, dueAt, createdAt, body, data, sourceUrl } = item;
      const said = { id, type, title, status, tags, dueAt, createdAt, body, data, sourceUrl };
      yield row(said, span(title || "Without a title", "strong", pathOf(item)));
      const about = [type, status, ...tags.map((tag) => `#${tag}`), dueAt ? `due ${dueAt.slice(0, 10)}` : ""];
      yield note(about.filter(Boolean).join("  "));
      if (sourceUrl) yield note(sourceUrl, "accent");
      const language = type === "snippet" ? (data.language ?? guessLanguage(body)?.language) : undefined;
      if (body) yield* typeof language === "string" ? codeOf(body, language) : markdownOf(body);
    },
  },
  {
    name: "items new",
    takes: "TITLE",
    title: "A new card",
    options: {
      type: {
        takes: "TYPE",
        title: "inbox without it",
        values: async (apis) => (await apis.items.types()).filter((one) => one.creatable).map(({ type }) => type),
      },
      text: { takes: "TEXT", title: "what it says below its title" },
      tag: { takes: "TAG", title: "tags with commas between them", values: tags },
      due: { takes: "DAY", title: "as 2026-12-24" },
      url: { takes: "ADDRESS", title: "of a bookmark" },
    },
    examples: ['items new "Buy milk" --type task --tag home', 'items new "A thought" --text "with more to say"'],
    async *run({ words, options, apis }) {
      const title = words.map(({ text }) => text).join(" ");
      const type = String(options.type ?? "inbox");
      if (!title && !options.url) throw new LineMistake('Say what the card is called, as in: items new "Buy milk"');
      const types = await apis.items.types();
      if (!types.some((one) => one.type === type)) {
        const known = types.filter((one) => one.creatable).map((one) => one.type);
        throw new LineMistake(
          `There is no type “${type}”.${didYouMean(type, known, ` There are ${known.join(", ")}.`)}`,
        );
      }
      const due = options.due === undefined ? null : dayOf(String(options.due));
      const item = await apis.items.create(
        {
          ...{ type, ...(title ? { title } : {}), body: String(options.text ?? ""), dueAt: due },
          tags: String(options.tag ?? "")
            .split(",")
            .filter((tag) => tag.trim()),
          data: options.url ? { url: String(options.url) } : {},
        },
        crypto.randomUUID(),
      );
      yield row(
        { id: item.id, type: item.type, title: item.title },
        span("Made ", "good"),
        span(item.title, "strong", pathOf(item)),
        span(`  ${item.id}`, "dim"),
      );
    },
  },
  settle("done", "done", "Done"),
  settle("archive", "archived", "Archived"),
  settle("later", "later", "Later"),
  settle("inbox", "inbox", "Back in the inbox"),
  {
    name: "search",
    takes: "WORDS",
    title: "Cards by words and qualifiers, as on the page Search",
    options: listing,
    examples: ["search milk tag:home -is:done", 'search "two words" after:2026-01 | count'],
    values: () => ["is:", "tag:", "type:", "title:", "url:", "before:", "after:", "age:", "source:"],
    async *run(call) {
      const { words, options, apis, signal } = call;
      // As it was written: quotation marks mean something to the search.
      const q = words.map(({ source }) => source).join(" ");
      if (!q) throw new LineMistake("Say what to look for, as in: search milk tag:home");
      const sort = options.sort as (typeof SORTS)[number] | undefined;
      const order = options.reverse ? ("asc" as const) : undefined;
      const limit = numberOf("--limit", options.limit, SHOWN, MAX_ROWS);
      yield* pages(call, limit, (page) => apis.search.search({ q, sort, order, ...page }, signal));
    },
  },
];

/** The beginning of a day of UTC. @throws LineMistake */
function dayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at) || !new Date(at).toISOString().startsWith(day))
    throw new LineMistake("“--due” takes a day, as in: --due 2026-12-24");
  return new Date(at).toISOString();
}
