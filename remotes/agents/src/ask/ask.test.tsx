import type { Agent, NewAgent } from "@tessera/contracts-agents/agents.ts";
import { MAX_GIVEN_CARDS, OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { NewRun, RunTrace } from "@tessera/contracts-agents/runs.ts";
import { mockOffline, renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AskDialog, type AskProps } from "./ask-dialog.tsx";

const AT = "2026-11-26T08:00:00.000Z";
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const agent: Agent = {
  ...{ id: idOf(1), name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null },
  ...{ temperature: null, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null, createdAt: AT },
  ...{ tools: {}, maxSteps: 20, runTokens: null, runLimitMicros: null, spent: { dayMicros: 0, monthMicros: 0 } },
};
const traceOf = ({ id, task }: NewRun, missing: string[]): RunTrace => ({
  ...{ id, agentId: agent.id, agentName: "Clerk", task, state: "done", failure: null, outside: false, steps: 2 },
  ...{ answer: "It ends in [Lease](/items/note/x?cite=August).", tokens: 0, costMicros: 0, from: null, thread: null },
  ...{ createdAt: AT, finishedAt: AT },
  trace: [
    {
      ...{ number: 1, kind: "tool", state: "done", name: "given_cards", reasoning: "", text: "", edited: false },
      ...{ arguments: {}, output: { cards: [], missing }, outside: false, reason: null, path: null, usage: null },
      ...{ startedAt: AT, endedAt: AT, expiresAt: null },
    },
  ],
});

/** The dialog with a service behind it. */
function open(props: AskProps = {}, { agents = [agent], refusal = null as Response | null, missing = [""] } = {}) {
  const runs = new Map<string, NewRun>();
  const made: NewAgent[] = [];
  const closed: true[] = [];
  const offline = mockOffline();
  const dialog = { resolve: () => {}, close: () => {}, cancel: () => void closed.push(true) };
  const view = renderInShell(<AskDialog {...props} dialog={dialog} />, {
    offline,
    http: async (path, init = {}) => {
      const body = typeof init.body === "string" ? JSON.parse(init.body) : null;
      const { pathname } = new URL(path, "http://tessera.test");
      if (pathname === "/api/agents/agents" && init.method === "POST") {
        made.push(body);
        return Response.json({ ...agent, ...body, id: idOf(2) });
      }
      if (pathname === "/api/agents/agents") return Response.json({ items: agents });
      if (init.method === "POST" && pathname.endsWith("/runs")) {
        if (refusal) return refusal.clone();
        runs.set(body.id, { ...body, agent: pathname.split("/")[4] });
        return Response.json(traceOf(body, []));
      }
      const run = runs.get(pathname.split("/").at(-1) ?? "");
      return Response.json(run ? traceOf(run, missing.filter(Boolean)) : {});
    },
  });
  const asked = () => [...runs.values()].map(({ id: _, timeZone: __, ...rest }) => rest);
  return { ...view, asked, made, offline, closed };
}
const ask = (words: string) => userEvent.type(screen.getByRole("textbox"), `${words}{Enter}`);
const cards = (count: number) => Array.from({ length: count }, (_, at) => ({ id: idOf(at), title: `Card ${at}` }));

beforeEach(() => localStorage.clear());

it("asks about the cards that stay, and follows in the same thread", async () => {
  const { asked, router, closed } = open({ about: { of: "selection", cards: cards(3), total: 3 } });
  await screen.findByRole("option", { name: "Clerk" });
  await userEvent.selectOptions(screen.getByLabelText("Agent"), "Clerk");
  await userEvent.click(screen.getByRole("button", { name: "Leave out: Card 1" }));
  expect(screen.getByRole("textbox")).toHaveFocus();
  await ask("When does it end?");
  const link = await screen.findByRole("link", { name: "Lease" });
  expect(screen.getByRole("textbox")).toHaveValue("");
  await ask("Sure?");
  await waitFor(() => expect(asked()).toHaveLength(2));
  const about = { conversation: true, cards: [idOf(0), idOf(2)], agent: agent.id };
  const [first, second] = asked();
  expect(first).toEqual({ task: "When does it end?", ...about });
  expect(second).toEqual({ task: "Sure?", ...about, follows: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  await userEvent.click(link);
  expect(closed).toHaveLength(1);
  expect(router.state.location.search).toBe("?cite=August");
});

it("says what is left out, and names the rest as one", async () => {
  const { asked } = open({ about: { of: "search", cards: cards(60), total: 214 } });
  expect(screen.getByText("About the first 50 of 214 results. The others are left out.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Leave out: 45 more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  await ask("What is new?");
  await waitFor(() => expect(asked()[0]).toMatchObject({ cards: cards(5).map(({ id }) => id) }));
  expect(MAX_GIVEN_CARDS).toBe(50);
});

it("makes the offline agent with the first question, and begins with the agent of the last one", async () => {
  const { made, asked, unmount } = open({ text: "Where is the lease?" }, { agents: [] });
  await userEvent.click(screen.getByRole("textbox"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(asked()[0]).toMatchObject({ task: "Where is the lease?", agent: idOf(2) }));
  expect(made).toMatchObject([{ name: "Find and cite", modelId: OFFLINE_MODEL_ID }]);
  expect(asked()[0]).not.toHaveProperty("cards");
  expect(asked()[0]).toHaveProperty("conversation", true);
  unmount();
  const finder = { ...agent, ...made[0], id: idOf(2) };
  open({}, { agents: [agent, finder as Agent] });
  await waitFor(() => expect(screen.getByLabelText("Agent")).toHaveValue(idOf(2)));
  expect(screen.getAllByRole("option")).toHaveLength(2);
});

it("says which cards are gone", async () => {
  open({ about: { of: "card", cards: cards(1), total: 1 } }, { missing: [idOf(0)] });
  await ask("When?");
  expect(await screen.findByText("One of the cards does not exist any more.")).toBeVisible();
});

it("keeps a question that was refused, and leads to billing", async () => {
  const problem = {
    type: "about:blank",
    title: "No plan",
    status: 402,
    code: "no_plan",
    detail: "Choose a plan first.",
  };
  open({}, { refusal: Response.json(problem, { status: 402 }) });
  await ask("When?");
  expect(await screen.findByText("The question was not asked. Choose a plan first.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open billing" })).toHaveAttribute("href", "/billing");
  expect(screen.getByRole("textbox")).toHaveValue("When?");
});

it("keeps a question that was asked without a connection", async () => {
  const { offline, shell } = open();
  await screen.findByRole("option", { name: "Clerk" });
  offline.disconnect();
  await ask("When?");
  expect(await screen.findByText(/The question was not asked\. There is no connection/)).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("When?");
  expect(shell.drafts.get("agents.ask")).toBe("When?");
});
