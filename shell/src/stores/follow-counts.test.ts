import { waitFor } from "@testing-library/react";
import { createServices, type Services } from "../services.ts";
import { answerWith, contextOf } from "../testing/start-shell.tsx";
import { followCounts } from "./follow-counts.ts";

const context = contextOf();
const [remote] = context.composition.remotes;
const [entry] = remote!.navigation;
const counted = { ...entry!, id: "queue", count: { path: "/api/queue/entries?limit=1", field: "open", table: "q.e" } };
context.composition.remotes = [{ ...remote!, navigation: [entry!, counted] }];

/** Starts it with a service that answers `open`; `change` publishes a row of the table. */
/** Starts it for a person with a service that answers `open`; `change` publishes a row of the table. */
function start(open: () => number | Promise<number>, person: string | null) {
  const fetched = answerWith({
    "/api/queue/entries": async () => Response.json({ items: [], open: await open() }),
  });
  const { badges, http, session } = createServices(context);
  const tables: { table: string; change: () => void; ended: boolean }[] = [];
  const live = ((table: string, change: (changes: null) => void) => {
    const one = { table, change: () => change(null), ended: false };
    tables.push(one);
    return {
      end: () => {
        one.ended = true;
      },
    };
  }) as unknown as Services["live"];
  let [now, onCounts] = [person, () => {}];
  const signedIn = {
    ...session,
    needsSecondFactor: () => false,
    getSession: () => ({ user: now === null ? null : { id: now } }),
    onEvent: (listener: () => void) => {
      onCounts = listener;
    },
  } as unknown as Services["session"];
  followCounts({ composition: context.composition, session: signedIn, http, live, badges });
  const turn = (next: string | null) => {
    now = next;
    onCounts();
  };
  return { tables, turn, fetched, shown: () => Object.fromEntries(badges.store.get()) };
}

describe("the numbers beside navigation entries", () => {
  it("are there without a visit to their area, and follow what changes", async () => {
    let open = 3;
    const { tables, shown, turn } = start(() => open, "ada");
    await waitFor(() => expect(shown()).toEqual({ queue: 3 }));
    await waitFor(() => expect(tables.map(({ table }) => table)).toEqual(["q.e"]));
    open = 0;
    tables[0]?.change();
    await waitFor(() => expect(shown()).toEqual({}));
    turn(null);
    expect(tables[0]?.ended).toBe(true);
  });

  it("are asked for when a person signs in, and are nobody's who left meanwhile", async () => {
    const answers: ((open: number) => void)[] = [];
    const { tables, shown, turn, fetched } = start(() => new Promise((resolve) => answers.push(resolve)), null);
    expect(fetched).not.toHaveBeenCalled();
    turn("ada");
    await waitFor(() => expect(answers).toHaveLength(1));
    turn(null);
    turn("bob");
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.(7);
    answers[1]?.(2);
    await waitFor(() => expect(shown()).toEqual({ queue: 2 }));
    expect(tables).toHaveLength(1);
  });
});
