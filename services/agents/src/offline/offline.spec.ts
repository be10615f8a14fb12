import { type Days, daysMeant } from "./days-meant.ts";
import cards from "./evaluation/cards.json" with { type: "json" };
import { answerFigures, routerFigures } from "./evaluation/figures.ts";
import requests from "./evaluation/requests.json" with { type: "json" };
import { taskIn } from "./keep.ts";
import { planNext } from "./plan.ts";
import { router } from "./router.ts";
import { EXAMPLES } from "./router-examples.ts";
import { bestSentences, todosOf } from "./sentences.ts";
import type { Turn, Used } from "./turn.ts";

const ALL = new Set([
  ...["search_cards", "read_card", "create_card", "create_task", "list_transactions", "read_transcript", "ask_person"],
]);
const turn = (request: string, used: Used[] = [], instructions = ""): Turn => ({
  ...{ request, used, instructions, today: "2026-11-24", given: null },
});
const gave = (name: string, output: Record<string, unknown> | null, values: Record<string, unknown> = {}): Used => ({
  ...{ name, output, arguments: values, failure: output ? null : "The person refused." },
});
const lease = {
  id: "c1",
  type: "note",
  title: "Lease",
  text: "The lease runs until 31 August 2027. It is (quite) cheap.",
};

describe("the labelled set", () => {
  test("is not what the router learned from, and its figures hold", () => {
    const learned = new Set(Object.values(EXAMPLES).flat());
    expect(
      Object.values(requests)
        .flat()
        .filter((request) => learned.has(request)),
    ).toEqual([]);
    const routed = routerFigures(router, requests);
    expect(routed.right).toBeGreaterThanOrEqual(0.89);
    expect(routed.wrong).toBeLessThanOrEqual(0.02);
    const answered = answerFigures(cards, 3);
    expect(answered.first).toBeGreaterThanOrEqual(0.95);
    expect(answered).toMatchObject({ among: 1, silent: 1 });
  });
});

describe("cards that were given along", () => {
  const asked = (request: string, cards: Record<string, unknown>[] = [lease], failure: string | null = null) =>
    planNext({ ...turn(request), given: { cards, failure } }, ALL);

  test("answer on their own: nothing is searched, and what they do not say is not said", () => {
    expect(asked("When does the lease end?")).toEqual({
      answer:
        "> The lease runs until 31 August 2027.\n\n" +
        "[Lease](/items/note/c1?cite=The%20lease%20runs%20until%2031%20August%202027.)",
    });
    expect(asked("Who fixes the dishwasher?")).toEqual({
      answer: "No sentence in this card answers this.\n\n- [Lease](/items/note/c1)",
    });
    expect(asked("What did I pay for bread last month?")).toMatchObject({
      answer: expect.stringContaining("No sentence in this card answers this."),
    });
  });

  test("answer when and how many with the words of the question that they have", () => {
    const ferry = { id: "c3", type: "note", title: "Ferry", text: "It leaves at ten. The lease is in the drawer." };
    const flat = { id: "c4", type: "note", title: "Flat", text: "The lease runs until 1 May 2030. It has a balcony." };
    const { answer } = asked("When does the lease end?", [ferry, lease, flat]) as { answer: string };
    expect(answer).toContain("> The lease runs until 31 August 2027.");
    expect(answer).toContain("> The lease runs until 1 May 2030.");
    expect(answer).not.toContain("drawer");
    expect(asked("When does the dishwasher come to the lease party?", [ferry, lease, flat])).toMatchObject({
      answer: expect.stringContaining("No sentence in these 3 cards answers this."),
    });
  });

  test("are quoted from their beginning where a summary is asked for", () => {
    const { answer } = asked("Summarise this card") as { answer: string };
    expect(answer).toContain("I do not summarise; this is how it begins.\n\n> The lease runs until 31 August 2027.");
    expect(asked("What is this card about?")).toEqual({ answer });
  });

  test("are where tasks come from", () => {
    const notes = { id: "c2", type: "note", title: "Notes", text: "ACTION ITEM: call the plumber" };
    expect(asked("find tasks in my notes", [notes])).toMatchObject({
      use: [{ name: "create_task", arguments: { title: "Call the plumber" } }],
    });
  });

  test("that are gone or were not read are said to be so", () => {
    expect(asked("When does it end?", [])).toEqual({ answer: "None of the cards that you gave exists any more." });
    expect(asked("When does it end?", [], "No answer.")).toEqual({ answer: "The cards could not be read. No answer." });
  });
});

describe("finding", () => {
  test("it searches, reads what is found, and quotes sentences as they stand, with a link to each", () => {
    const asked = "When does the lease end?";
    expect(planNext(turn(asked), ALL)).toEqual({
      use: [{ name: "search_cards", arguments: { words: "lease end", limit: 8 } }],
    });
    const found = gave("search_cards", { cards: [lease] });
    expect(planNext(turn(asked, [found]), ALL)).toEqual({ use: [{ name: "read_card", arguments: { id: "c1" } }] });
    const end = planNext(turn(asked, [found, gave("read_card", lease)]), ALL);
    expect(end).toEqual({
      answer:
        "> The lease runs until 31 August 2027.\n\n" +
        "[Lease](/items/note/c1?cite=The%20lease%20runs%20until%2031%20August%202027.)",
    });
  });

  test("it looks for fewer words, then says that there is nothing", () => {
    const asked = "what did Lena say about the kindergarten";
    const none = gave("search_cards", { cards: [] });
    expect(planNext(turn(asked, [none]), ALL)).toMatchObject({ use: [{ arguments: { words: "kindergarten" } }] });
    expect(planNext(turn(asked, [none, none]), ALL)).toEqual({
      answer: "No card of yours has anything on **Lena kindergarten**.",
    });
  });

  test("where no sentence answers, it names the nearest cards and quotes nothing", () => {
    const used = [gave("search_cards", { cards: [lease] }), gave("read_card", lease)];
    const { answer } = planNext(turn("what do my cards say about kitchen walls", used), ALL) as { answer: string };
    expect(answer).toContain("No sentence in your cards answers this");
    expect(answer).not.toContain(">");
  });

  test("Markdown and links of a card stay text", () => {
    const text = "The [lease](javascript:alert(1)) is <b>cheap</b>.";
    const [quote] = bestSentences("lease cheap", [{ title: "A](x)", path: "/items/note/c1", text }], 1);
    expect(quote!.sentence).toBe(text);
    const used = [gave("search_cards", { cards: [lease] }), gave("read_card", { ...lease, title: "A](x)", text })];
    const { answer } = planNext(turn("find the lease cheap", used), ALL) as { answer: string };
    expect(answer).toContain("> The \\[lease\\]\\(javascript:alert\\(1\\)\\) is \\<b\\>cheap\\</b\\>.");
    expect(answer).toContain("[A\\]\\(x\\)](/items/note/c1?cite=");
  });
});

describe("tasks and notes", () => {
  test.each([
    ["remind me to call Anna tomorrow", "Call Anna", "2026-11-25"],
    ["add a task: renew the passport by 4 December", "Renew the passport", "2026-12-04"],
    ["I need to file the return", "File the return", undefined],
  ])("%s", (request, title, due) => {
    expect(planNext(turn(request), ALL)).toEqual({
      use: [{ name: "create_task", arguments: { title, body: "", ...(due ? { due } : {}) } }],
    });
  });

  test("where two days are named, it asks which", () => {
    const request = "remind me to pay the rent on Friday or on Monday";
    const asked = planNext(turn(request), ALL);
    expect(asked).toMatchObject({ use: [{ name: "ask_person" }] });
    const question = (asked as { use: { arguments: Record<string, unknown> }[] }).use[0]!.arguments;
    expect(planNext(turn(request, [gave("ask_person", { answer: "Monday" }, question)]), ALL)).toMatchObject({
      use: [{ name: "create_task", arguments: { due: "2026-11-30" } }],
    });
    expect(taskIn(request, "2026-11-24").dues).toHaveLength(2);
  });

  test("what the person refused was not kept, and it says so", () => {
    const used = [gave("create_task", null, { title: "Call Anna" })];
    expect(planNext(turn("remind me to call Anna", used), ALL)).toEqual({
      answer: "The task was not kept. The person refused.",
    });
  });

  test("a note keeps what was said word by word", () => {
    expect(planNext(turn("note that the code of the gate is 4711"), ALL)).toEqual({
      use: [{ name: "create_card", arguments: { title: "The code of the gate is 4711", body: "", type: "note" } }],
    });
  });

  test("what notes say is still to do is offered as tasks that cite them", () => {
    expect(todosOf("Done.\n- [x] paint\n- [ ] buy brushes\nTodo: call Rui.\nWe need to order tiles soon.")).toEqual([
      { sentence: "- [ ] buy brushes", what: "buy brushes" },
      { sentence: "Todo: call Rui.", what: "call Rui" },
      { sentence: "We need to order tiles soon.", what: "order tiles soon" },
    ]);
    const card = { ...lease, title: "Flat", text: "- [ ] buy brushes" };
    const used = [gave("search_cards", { cards: [card] }), gave("read_card", card)];
    expect(planNext(turn("find tasks in my notes", used), ALL)).toMatchObject({
      use: [{ name: "create_task", arguments: { title: "Buy brushes", body: expect.stringContaining("?cite=") } }],
    });
  });
});

test("it asks when it is not sure, and continues with what the person chose", () => {
  const request = "blue elephants";
  const asked = planNext(turn(request), ALL);
  expect(asked).toMatchObject({ use: [{ name: "ask_person" }] });
  expect(planNext(turn(request, [gave("ask_person", { answer: "1" })]), ALL)).toMatchObject({
    use: [{ name: "search_cards", arguments: { words: "blue elephants" } }],
  });
  expect(planNext(turn(request), new Set(["search_cards"]))).toMatchObject({
    answer: expect.stringContaining("I am not sure"),
  });
});

test("it writes no texts, says what it is, and names the tools that it lacks", () => {
  expect(planNext(turn("write a poem about autumn"), ALL)).toMatchObject({
    answer: expect.stringContaining("I make up nothing"),
  });
  expect(planNext(turn("what can you do"), ALL)).toMatchObject({ answer: expect.stringContaining("A provider") });
  expect(planNext(turn("remind me to call Anna"), new Set())).toEqual({
    answer: "For this I need “Create a task”. Allow it among the agent’s tools.",
  });
});

test("where the books have nothing on a question about money, the cards are asked", () => {
  const request = "When do I pay the rent?";
  const books = gave("list_transactions", { total: 0, sums: [], transactions: [] });
  const card = { ...lease, text: "The rent is paid on the first day of each month." };
  expect(planNext(turn(request), ALL)).toMatchObject({ use: [{ name: "list_transactions" }] });
  expect(planNext(turn(request, [books]), ALL)).toMatchObject({ use: [{ name: "search_cards" }] });
  const used = [books, gave("search_cards", { cards: [card] }), gave("read_card", card)];
  const { answer } = planNext(turn(request, used), ALL) as { answer: string };
  expect(answer).toMatch(/^There are no transactions with \*\*rent\*\*\.\n\n> The rent is paid on the first day/);
  expect(planNext(turn(request, [books]), new Set(["list_transactions"]))).toEqual({
    answer: "There are no transactions with **rent**.",
  });
});

test("transactions are asked for the days that are meant, and given as the books have them", () => {
  const request = "how much did I spend at Migros last month";
  expect(planNext(turn(request), ALL)).toEqual({
    use: [
      { name: "list_transactions", arguments: { words: "Migros", from: "2026-10-01", to: "2026-10-31", limit: 20 } },
    ],
  });
  const output = {
    total: 1,
    sums: [{ currency: "CHF", in: "0.00", out: "12.40", sum: "-12.40" }],
    transactions: [{ date: "2026-10-03", payee: "Migros", amount: "-12.40", currency: "CHF" }],
  };
  const { answer } = planNext(turn(request, [gave("list_transactions", output)]), ALL) as { answer: string };
  expect(answer).toContain("CHF: 12.40 out, 0.00 in");
  expect(answer).toContain("| 2026-10-03 | Migros | -12.40 CHF |");
});

test.each<[string, Days | undefined]>([
  ["in March", { from: "2026-03-01", to: "2026-03-31" }],
  ["in December", { from: "2025-12-01", to: "2025-12-31" }],
  ["since January", { from: "2026-01-01", to: "2026-11-24" }],
  ["in 2024", { from: "2024-01-01", to: "2024-12-31" }],
  ["last week", { from: "2026-11-16", to: "2026-11-22" }],
  ["at Migros", undefined],
])("days of %s", (words, days) => {
  expect(daysMeant(`what did I pay ${words}`, "2026-11-24")?.days).toEqual(days);
});
