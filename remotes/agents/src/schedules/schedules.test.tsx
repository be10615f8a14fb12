import { type Agent, Agent as AgentSchema } from "@tessera/contracts-agents/agents.ts";
import { McpServerList } from "@tessera/contracts-agents/mcp-servers.ts";
import { ModelList } from "@tessera/contracts-agents/models.ts";
import { Run, RunPage } from "@tessera/contracts-agents/runs.ts";
import {
  AgentSchedule,
  AgentScheduleChange,
  AgentScheduleList,
  NewAgentSchedule,
  SchedulePatternQuery,
  SchedulePatternTimes,
  ScheduleRunNow,
} from "@tessera/contracts-agents/schedules.ts";
import { TOOL_ARGUMENTS } from "@tessera/contracts-agents/tool-arguments.ts";
import { ToolList } from "@tessera/contracts-agents/tool-list.ts";
import { SHOWN_TOOLS } from "@tessera/contracts-agents/tool-names.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { holdDate } from "@tessera/testing/hold-date.ts";
import { type Answer, type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "../routes.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const RUN = "00000000-0000-4000-8000-000000000009";
const AT = "2026-11-26T08:00:00.000Z";
holdDate("2026-11-26T10:00:00Z");

const agent: Agent = {
  ...{ id: ID, name: "Clerk", icon: "bot", instructions: "", modelId: null, fallbackModelId: null, temperature: null },
  ...{ maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null, createdAt: AT },
  ...{
    tools: { create_card: "ask" },
    maxSteps: 20,
    runTokens: null,
    runLimitMicros: null,
    spent: { dayMicros: 0, monthMicros: 0 },
  },
};
const run: Run = {
  ...{ id: RUN, agentId: ID, agentName: "Clerk", task: "Write the day up", state: "waiting", failure: null },
  ...{ answer: null, outside: false, steps: 0, tokens: 0, costMicros: 0, from: null, createdAt: AT, finishedAt: null },
};
const scheduleOf = (fields: Partial<AgentSchedule> = {}): AgentSchedule => ({
  ...{ id: "00000000-0000-4000-8000-000000000002", agentId: ID, prompt: "Write the day up" },
  ...{ rhythm: { every: "weekday" }, time: "08:00", timeZone: "Europe/Berlin", paused: null },
  ...{ nextAt: "2026-11-27T07:00:00.000Z", lastRun: null, skipped: null, createdAt: AT },
  ...fields,
});

const TOOLS = [
  ...SHOWN_TOOLS.map((tool) => ({ ...tool, arguments: [...TOOL_ARGUMENTS[tool.name]] })),
  { name: "decide_entries", title: "Decide entries of the queue", effect: "writes", arguments: ["ids", "action"] },
];

const PROBLEM = {
  ...{ type: "about:blank", title: "Bad request", status: 400, code: "schedule_pattern_invalid" },
  detail: "This pattern cannot be kept: it is neither.",
};

/** The service's side of the wire; it keeps the schedules. */
let kept: AgentSchedule[] = [];
/** Answers the next write with this. */
let refusal: { status: number; code: string; detail: string } | null = null;
const sent: { route: string; body: unknown }[] = [];

const acts: Record<string, (body: never, id: string) => Answer> = {
  "POST /api/agents/agents": ({ paused, ...body }: NewAgentSchedule) => {
    const schedule = scheduleOf({ ...body, ...(paused ? { paused: "person", nextAt: null } : {}) });
    kept = [...kept, schedule];
    return { status: 201, json: schedule };
  },
  "PATCH /api/agents/schedules": ({ paused, ...change }: AgentScheduleChange, id) => {
    const of = (one: AgentSchedule): AgentSchedule => ({
      ...{ ...one, ...change },
      ...(paused === undefined ? {} : { paused: paused ? "person" : null, nextAt: paused ? null : AT }),
    });
    kept = kept.map((one) => (one.id === id ? of(one) : one));
    return { json: kept.find((one) => one.id === id) };
  },
  "DELETE /api/agents/schedules": (_, id) => {
    kept = kept.filter((one) => one.id !== id);
    return { status: 204 };
  },
  "POST /api/agents/schedules": ({ pattern }: Partial<SchedulePatternQuery>, id) => {
    if (id !== "times") return { status: 201, json: run };
    if (pattern !== "0 8 * * 1-5") return { status: 400, json: PROBLEM };
    return { json: { words: "At 08:00, Monday through Friday", times: ["2026-11-27T07:00:00.000Z"] } };
  },
};

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback(
    ({ method, route, json, url }) => {
      if (method === "GET") {
        if (url.pathname.endsWith("/schedules")) return { json: { items: kept } };
        if (url.pathname.endsWith("/runs")) return { json: { items: [], nextCursor: null } };
        if (url.pathname === "/api/agents/tools") return { json: { items: TOOLS } };
        const isList = /\/(?:models|mcp-servers)$/.test(url.pathname);
        return { json: isList ? { items: [] } : agent };
      }
      sent.push({ route, body: json });
      if (refusal) {
        const { status, ...said } = refusal;
        refusal = null;
        return { status, json: { type: "about:blank", title: "Error", status, ...said } };
      }
      const [, act = "", id = ""] = /^(\w+ \/api\/agents\/\w+)\/([\w-]+)/.exec(route) ?? [];
      return acts[act]!(json as never, id);
    },
    {
      "GET /api/agents/agents/:id": { answer: AgentSchema },
      "GET /api/agents/models": { answer: ModelList },
      "GET /api/agents/mcp-servers": { answer: McpServerList },
      "GET /api/agents/tools": { answer: ToolList },
      "GET /api/agents/runs": { answer: RunPage },
      "GET /api/agents/agents/:id/schedules": { answer: AgentScheduleList },
      "POST /api/agents/agents/:id/schedules": { body: NewAgentSchedule, answer: AgentSchedule, status: 201 },
      "PATCH /api/agents/schedules/:id": { body: AgentScheduleChange, answer: AgentSchedule },
      "POST /api/agents/schedules/times": { body: SchedulePatternQuery, answer: SchedulePatternTimes },
      "DELETE /api/agents/schedules/:id": { answer: null },
      "POST /api/agents/schedules/:id/runs": { body: ScheduleRunNow, answer: Run, status: 201 },
    },
  );
});
afterAll(() => server.stop());

async function open(...schedules: AgentSchedule[]) {
  kept = schedules;
  sent.length = 0;
  refusal = null;
  const view = renderInShell(routes, {
    path: `/agents/${ID}`,
    http: server.http,
    preferencesValue: { locale: "en-GB", timeZone: "Europe/Vienna" },
  });
  const section = within(await screen.findByRole("region", { name: "Schedules" }));
  return { ...view, section, person: userEvent.setup() };
}

it("shows each schedule as a sentence, with its next and last run", async () => {
  const lastRun = { id: RUN, state: "done", createdAt: AT } as const;
  const { section } = await open(
    scheduleOf({ lastRun }),
    scheduleOf({ id: crypto.randomUUID(), rhythm: { every: "day" }, paused: "plan", nextAt: null }),
    scheduleOf({
      ...{ id: crypto.randomUUID(), rhythm: { every: "month", day: 31 }, timeZone: "UTC" },
      skipped: { at: AT, because: "open" },
    }),
  );
  const first = within(await section.findByRole("listitem", { name: "Every weekday at 08:00, Europe/Berlin" }));
  expect(first.getByText("Write the day up")).toBeVisible();
  expect(first.getByText(/^Next: Fri, .*27.*8:00/)).toBeVisible();
  expect(first.getByRole("link", { name: "Last run" })).toHaveAttribute("href", `/agents/${ID}/runs/${RUN}`);
  expect(first.getByText("Done")).toBeVisible();
  const second = within(section.getByRole("listitem", { name: "Every day at 08:00, Europe/Berlin" }));
  expect(second.getByText(/Paused: your plan does not include agents/)).toBeVisible();
  expect(second.queryByText(/Next/)).toBeNull();
  expect(section.getByText(/^Skipped Thu, .*26.*8:00.*: the previous run had not finished/)).toBeVisible();
});

it("adds one by keyboard, in the person's time zone, and says when it first runs", async () => {
  const { section, shell, person } = await open();
  section.getByRole("button", { name: "Add a schedule" }).focus();
  await person.keyboard("{Enter}");
  const dialog = await showDialog(shell);
  const status = dialog.in.getByRole("status");
  // The dialog has settings of its own here: the zone is that of the machine.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await person.type(dialog.in.getByRole("textbox", { name: "Task" }), "  Read the news ");
  await person.selectOptions(dialog.in.getByRole("combobox", { name: "Time zone" }), "Asia/Tokyo");
  await person.selectOptions(dialog.in.getByRole("combobox", { name: "Repeats" }), "Every week, on chosen days");
  await person.click(dialog.in.getByRole("checkbox", { name: "Monday" }));
  expect(status).toHaveTextContent("Choose a time, and at least one day.");
  expect(dialog.in.getByRole("button", { name: "Add schedule" })).toHaveAttribute("aria-disabled", "true");
  for (const day of ["Sunday", "Tuesday"]) await person.click(dialog.in.getByRole("checkbox", { name: day }));
  expect(status).toHaveTextContent("Every Tuesday and Sunday at 08:00, Asia/Tokyo. Next:");
  expect(within(dialog.in.getByRole("list", { name: "Next times" })).getAllByRole("listitem")).toHaveLength(5);
  await person.selectOptions(dialog.in.getByRole("combobox", { name: "Time zone" }), timeZone);
  await person.click(dialog.in.getByRole("button", { name: "Add schedule" }));
  expect(await section.findByRole("listitem", { name: /^Every Tuesday and Sunday at 08:00/ })).toBeVisible();
  expect(sent[0]!.body).toMatchObject({
    ...{ prompt: "Read the news", rhythm: { every: "week", days: [0, 2] }, time: "08:00", timeZone },
  });
});

it("changes one: a new task alone keeps the time", async () => {
  const { section, shell, person } = await open(scheduleOf());
  await person.click(await section.findByRole("button", { name: "Change…" }));
  const dialog = await showDialog(shell);
  await person.type(dialog.in.getByRole("textbox", { name: "Task" }), "!");
  refusal = { status: 404, code: "agent_schedule_not_found", detail: "This schedule does not exist any more." };
  await person.click(dialog.in.getByRole("button", { name: "Save" }));
  expect(await dialog.in.findByText("Nothing was saved. This schedule does not exist any more.")).toBeVisible();
  await person.click(dialog.in.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]!.body).toEqual({ prompt: "Write the day up!" });
  await person.selectOptions(dialog.in.getByRole("combobox", { name: "Repeats" }), "Every month, on one day");
  await person.selectOptions(dialog.in.getByRole("combobox", { name: "Day of the month" }), "31st");
  await person.click(dialog.in.getByRole("button", { name: "Save" }));
  expect(await section.findByRole("listitem", { name: /^On the 31st of every month, or its last day,/ })).toBeVisible();
});

it("runs, pauses, resumes and deletes one with undo, and reports refusals", async () => {
  const { section, shell, person } = await open(scheduleOf());
  const press = async (name: string) => person.click(await section.findByRole("button", { name }));
  refusal = { status: 409, code: "schedule_still_runs", detail: "The previous run has not finished." };
  await press("Run now");
  const last = () => shell.shown.at(-1);
  await waitFor(() =>
    expect(last()).toMatchObject({ message: "The run was not started. The previous run has not finished." }),
  );
  await press("Run now");
  await waitFor(() => expect(last()).toMatchObject({ message: "The run has started", action: { label: "Open" } }));
  await press("Pause");
  expect(await section.findByText("Paused")).toBeVisible();
  await press("Resume");
  expect(await section.findByText(/^Next:/)).toBeVisible();
  await press("Delete");
  await waitFor(() => expect(section.queryByRole("listitem")).toBeNull());
  await last()!.action!.run();
  expect(await section.findByRole("listitem", { name: /^Every weekday/ })).toBeVisible();
  expect(sent.at(-1)!.body).toMatchObject({ id: scheduleOf().id, paused: false });
});

it("adds one by a pattern, with its next times, once the pattern can be read", async () => {
  const { section, shell, person } = await open();
  await person.click(section.getByRole("button", { name: "Add a schedule" }));
  const dialog = await showDialog(shell);
  await person.type(dialog.in.getByRole("textbox", { name: "Task" }), "Read the news");
  await person.selectOptions(dialog.in.getByRole("combobox", { name: "Repeats" }), "By a pattern: cron or RRULE");
  expect(dialog.in.getByRole("button", { name: "Add schedule" })).toHaveAttribute("aria-disabled", "true");
  const field = dialog.in.getByRole("textbox", { name: "Pattern" });
  await person.type(field, "0 8");
  expect(await dialog.in.findByText("This pattern cannot be kept: it is neither.")).toBeVisible();
  await person.type(field, " * * 1-5");
  expect(await dialog.in.findByText(/^At 08:00, Monday through Friday, .* Next:$/)).toBeVisible();
  expect(within(dialog.in.getByRole("list", { name: "Next times" })).getAllByRole("listitem")).toHaveLength(1);
  await person.click(dialog.in.getByRole("button", { name: "Add schedule" }));
  await waitFor(() => expect(sent.at(-1)!.body).toMatchObject({ pattern: "0 8 * * 1-5", prompt: "Read the news" }));
});

it("allows a tool once, for the next run or for a call with values, and says so beside the schedule", async () => {
  const { section, shell, person } = await open(scheduleOf());
  await person.click(await section.findByRole("button", { name: "Change…" }));
  const dialog = await showDialog(shell);
  const save = dialog.in.getByRole("button", { name: "Save" });
  for (const name of ["Allow a tool once", "Allow a tool once"])
    await person.click(dialog.in.getByRole("button", { name }));
  const second = within(dialog.in.getByRole("group", { name: "Allowed once, 2" }));
  await person.selectOptions(second.getByRole("combobox", { name: "For" }), "Any run, with these values");
  expect(save).toHaveAttribute("aria-disabled", "true");
  await person.type(second.getByRole("textbox", { name: "title" }), "Weekly");
  await person.click(second.getByRole("checkbox", { name: "Also after the run has read content from others" }));
  await person.click(save);
  expect(await section.findByText("Allowed: Create a card, once by the next run")).toBeVisible();
  expect(
    section.getByText("Allowed: Create a card, once with title “Weekly”, also after content from others"),
  ).toBeVisible();
  expect(sent.at(-1)!.body).toEqual({
    prompt: "Write the day up",
    grants: [
      { tool: "create_card", arguments: null, afterOutside: false },
      { tool: "create_card", arguments: { title: "Weekly" }, afterOutside: true },
    ],
  });
});
