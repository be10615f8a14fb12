import "fake-indexeddb/auto";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import type { ActKind } from "@tessera/shell-api/offline.ts";
import { IDBFactory } from "fake-indexeddb";
import type { Stores } from "./offline.ts";
import { notSent } from "./offline-error.ts";
import { createOutbox } from "./outbox.ts";
import { openStores } from "./stores.ts";

let stores: Stores;
let sent: string[];
let lost: boolean;
let person: string | null;
/** Answers of the service by act; an error is thrown. */
let answers: Map<string, () => unknown>;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  stores = await openStores();
  sent = [];
  lost = true;
  person = "ada";
  answers = new Map();
});

const refusal = (status: number, detail: string) =>
  new ProblemError({ type: "about:blank", title: detail, status, code: "refused", detail });

const locks = new Map<string, Promise<unknown>>();
const alone = <T>(work: () => Promise<T>): Promise<T> => {
  const done = (locks.get("one") ?? Promise.resolve()).then(work);
  locks.set(
    "one",
    done.catch(() => undefined),
  );
  return done;
};

const kind: ActKind = {
  async send(body, id) {
    if (lost) throw notSent();
    const text = String((body as { text: string }).text);
    const answer = answers.get(text)?.();
    if (answer instanceof Error) throw answer;
    sent.push(`${id} ${text}`);
    return { stored: text };
  },
};
const merging: ActKind = {
  ...kind,
  merge: (a, b) => ({ text: (a as { text: string }).text + (b as { text: string }).text }),
};
/** A tab of the browser. */
const tab = () => {
  const outbox = createOutbox({
    person: () => person,
    store: async () => stores.acts,
    isLost: () => lost,
    kindOf: async (_area, name) => (name === "edit" ? merging : kind),
    alone,
    tell: () => {},
    changed: () => {},
    later: () => () => {},
  });
  const run = (id: string, subject: string, text: string, of = "create") =>
    outbox.run("items", { id, kind: of, subjects: [subject], title: `Do ${text}`, text, body: { text } });
  return { outbox, run, shown: () => outbox.acts.get().map(({ id, state, reason }) => ({ id, state, reason })) };
};

describe("the outbox", () => {
  it("sends at once what can be sent, and gives the answer", async () => {
    lost = false;
    expect(await tab().run("1", "a", "hello")).toEqual({ sent: true, answer: { stored: "hello" } });
    expect(await stores.acts.list("ada")).toEqual([]);
  });

  it("is durable before it resolves, survives a reload, and sends in order under the same keys", async () => {
    const first = tab();
    expect(await first.run("1", "a", "one")).toEqual({ sent: false, id: "1" });
    await first.run("2", "b", "two");
    expect((await stores.acts.list("ada")).map(({ id }) => id)).toEqual(["1", "2"]);
    const second = tab();
    await second.outbox.load();
    expect(second.shown()).toMatchObject([
      { id: "1", state: "waiting" },
      { id: "2", state: "waiting" },
    ]);
    lost = false;
    await second.outbox.send();
    expect(sent).toEqual(["1 one", "2 two"]);
    expect(second.shown()).toEqual([]);
  });

  it("stores what failed on the way, and sends nothing past an act that waits on the same subject", async () => {
    const { run, outbox } = tab();
    await run("1", "a", "one");
    lost = false;
    answers.set("one", () => refusal(503, "restarting"));
    // The service refuses the first for now: the second must not overtake it.
    expect(await run("2", "a", "two")).toEqual({ sent: false, id: "2" });
    expect(await run("3", "b", "three")).toMatchObject({ sent: true });
    await outbox.send();
    expect(sent).toEqual(["3 three"]);
    answers.clear();
    await outbox.send();
    expect(sent).toEqual(["3 three", "1 one", "2 two"]);
  });

  it("sends each act once when two tabs try at the same time", async () => {
    await tab().run("1", "a", "one");
    await tab().run("2", "b", "two");
    lost = false;
    await Promise.all([tab().outbox.send(), tab().outbox.send()]);
    expect(sent).toEqual(["1 one", "2 two"]);
  });

  it("gives up with the service's words, keeps the text, and continues with the others", async () => {
    const { run, outbox, shown } = tab();
    await run("1", "a", "one");
    await run("2", "b", "two");
    lost = false;
    answers.set("one", () => refusal(402, "Your plan holds 5 cards."));
    await outbox.send();
    expect(sent).toEqual(["2 two"]);
    expect(shown()).toEqual([{ id: "1", state: "refused", reason: "Your plan holds 5 cards." }]);
    expect(outbox.acts.get()[0]).toMatchObject({ text: "one" });
    answers.clear();
    await outbox.retry("1");
    expect(sent).toEqual(["2 two", "1 one"]);
  });

  it.each([401, 408, 425, 429, 500, 503])("keeps an act waiting after an answer of %d", async (status) => {
    const { run, outbox, shown } = tab();
    await run("1", "a", "one");
    lost = false;
    answers.set("one", () => refusal(status, "not now"));
    await outbox.send();
    expect(shown()).toEqual([{ id: "1", state: "waiting", reason: null }]);
  });

  it("keeps an act waiting while the service is at work on what was sent of it before", async () => {
    const { run, outbox, shown } = tab();
    await run("1", "a", "one");
    lost = false;
    const problem = { type: "about:blank", title: "Busy", detail: "Ask again in a moment.", status: 409 };
    answers.set("one", () => new ProblemError({ ...problem, code: "request_in_progress" }));
    await outbox.send();
    expect(shown()).toEqual([{ id: "1", state: "waiting", reason: null }]);
    answers.clear();
    await outbox.send();
    expect(sent).toEqual(["1 one"]);
  });

  it("merges what an area merges, into the act that waits", async () => {
    const { run } = tab();
    await run("1", "a", "half", "edit");
    expect(await run("2", "a", " a thought", "edit")).toEqual({ sent: false, id: "1" });
    expect(await stores.acts.list("ada")).toMatchObject([{ id: "1", body: { text: "half a thought" } }]);
  });

  it("takes back what was not sent, and only that", async () => {
    const { run, outbox } = tab();
    await run("1", "a", "one");
    expect(await outbox.discard("1")).toBe(true);
    expect(await outbox.discard("1")).toBe(false);
    lost = false;
    await outbox.send();
    expect(sent).toEqual([]);
  });

  it("sends nothing of one person as another, and shows it to nobody else", async () => {
    const { run, outbox, shown } = tab();
    await run("1", "a", "of Ada");
    person = "bob";
    lost = false;
    await outbox.load();
    await outbox.send();
    expect(shown()).toEqual([]);
    expect(sent).toEqual([]);
    person = "ada";
    await outbox.send();
    expect(sent).toEqual(["1 of Ada"]);
  });
});
