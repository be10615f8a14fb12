import { mockShell, renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ownContributions } from "../testing/contributions.ts";
import { type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { type Capture, loadCaptures } from "../types/captures.ts";
import { CaptureDialog } from "./capture-dialog.tsx";

let server: ItemsServer;
let captures: Capture[];
beforeEach(async () => {
  mockShell({ contributions: ownContributions() });
  captures = await loadCaptures();
  server = await startItemsServer([]);
});
afterEach(() => server.stop());

const open = (drafts?: ReturnType<typeof mockShell>["drafts"], http = server.http) => {
  let closed = false;
  const close = () => {
    closed = true;
  };
  const dialog = { resolve: close, close, cancel: close };
  const view = renderInShell(<CaptureDialog dialog={dialog} captures={captures} />, {
    http,
    ...(drafts ? { drafts } : {}),
  });
  return { ...view, isClosed: () => closed };
};
/** The items service, and a billing service that answers this overview. @param asked what it was asked */
const besideBilling =
  (overview: object, asked: string[] = []): ItemsServer["http"] =>
  async (path, init) => {
    if (!path.startsWith("/api/billing/")) return server.http(path, init);
    asked.push(`${init?.method ?? "GET"} ${path}`);
    return Response.json(overview);
  };
const field = () => screen.getByRole("textbox", { name: "What to capture" });
const only = () => [...server.items.values()][0];

describe("capture", () => {
  it("recognises an address and stores a bookmark with Ctrl Enter", async () => {
    const { shell, isClosed } = open();
    await userEvent.type(field(), "https://queuecraft.dev/locks");
    expect(screen.getByRole("tab", { name: "Bookmark" })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(only()).toMatchObject({ type: "bookmark", data: { url: "https://queuecraft.dev/locks" } }),
    );
    await waitFor(() => expect(isClosed()).toBe(true));
    expect(shell.shown.at(-1)?.message).toBe("Bookmark captured");
    expect(shell.drafts.dirty()).toBe(false);
  });

  it("says when the address was there already", async () => {
    const first = open();
    await userEvent.type(field(), "https://queuecraft.dev/locks");
    await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
    await waitFor(() => expect(first.isClosed()).toBe(true));
    first.unmount();
    const second = open();
    await userEvent.type(field(), "https://queuecraft.dev/locks");
    await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
    await waitFor(() => expect(second.shell.shown.at(-1)?.message).toBe("You already had this; moved to the top"));
    expect(server.items.size).toBe(1);
  });

  it("stores the type that the person chose, with tags", async () => {
    open();
    await userEvent.type(field(), "call the dentist");
    await userEvent.click(screen.getByRole("tab", { name: "Task" }));
    await userEvent.type(screen.getByRole("combobox", { name: "Tags" }), "health,");
    await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
    await waitFor(() => expect(only()).toMatchObject({ type: "task", title: "call the dentist", tags: ["health"] }));
  });

  it("takes the fields that words name, and says so before it is saved", async () => {
    open();
    await userEvent.type(field(), "Send the VAT return tomorrow at 9 every 3 months p1 #tax @ada");
    expect(screen.getByRole("tab", { name: "Task" })).toHaveAttribute("aria-selected", "true");
    const chips = within(screen.getByRole("list", { name: "Recognised in the text" })).getAllByRole("listitem");
    expect(chips.map((chip) => chip.textContent)).toEqual([
      expect.stringMatching(/^DueTomorrow, 9/),
      "Repeatsevery 3 months",
      "High priority",
      "#tax",
      "@ada",
    ]);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(only()).toMatchObject({
        type: "task",
        title: "Send the VAT return",
        tags: ["tax", "@ada"],
        data: { priority: "high", repeat: { every: 3, unit: "month" } },
      }),
    );
    expect(new Date(only()?.dueAt ?? 0).getHours()).toBe(9);
  });

  it("keeps as text what is refused, by Backspace right after it or by its chip, also in the draft", async () => {
    const { shell, unmount } = open();
    await userEvent.type(field(), "[[] film Friday{Backspace}");
    expect(field()).toHaveValue("[] film Friday");
    expect(screen.queryByRole("list", { name: "Recognised in the text" })).toBeNull();
    await userEvent.type(field(), " #home");
    await userEvent.click(screen.getByRole("button", { name: "Keep as text: #home" }));
    expect(field()).toHaveFocus();
    unmount();
    open(shell.drafts);
    expect(screen.queryByRole("list", { name: "Recognised in the text" })).toBeNull();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(only()).toMatchObject({ title: "film Friday #home", tags: [], dueAt: null }));
    expect(only()?.data.dueDay).toBeUndefined();
  });

  it("takes tags alone for what is no task", async () => {
    open();
    await userEvent.type(field(), "https://queuecraft.dev/locks #postgres");
    expect(screen.getByRole("tab", { name: "Bookmark" })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(only()).toMatchObject({ data: { url: "https://queuecraft.dev/locks" }, tags: ["postgres"] }),
    );
  });

  it("keeps the text when saving fails, and sends the same attempt again under the same key", async () => {
    const { shell } = open();
    server.refuseNext({
      method: "POST",
      path: /items/,
      status: 503,
      code: "unavailable",
      detail: "The service is restarting.",
    });
    await userEvent.type(field(), "a thought");
    await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
    expect(await screen.findByText("The service is restarting. Your text is kept here.")).toBeVisible();
    expect(field()).toHaveValue("a thought");
    expect(shell.drafts.dirty()).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: /^Try again/ }));
    await waitFor(() => expect(server.items.size).toBe(1));
    expect(new Set(server.keys).size).toBe(1);
  });

  it("leads to the plans when the plan holds no further card, and keeps the text", async () => {
    const { shell, isClosed, router } = open();
    const detail = "Your plan holds 10,000 cards. Change the plan under Billing, or delete cards for good.";
    server.refuseNext({ method: "POST", path: /items/, status: 402, code: "plan_limit_reached", detail });
    await userEvent.type(field(), "one too many");
    await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
    expect(await screen.findByText(`${detail} Your text is kept here.`)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Change plan" }));
    expect(isClosed()).toBe(true);
    expect(router.state.location.pathname).toBe("/billing");
    expect(shell.drafts.dirty()).toBe(true);
  });

  it("leads a person without a plan to the plans instead of the same refusal, and keeps the text", async () => {
    const { shell, router } = open(undefined, besideBilling({ trial: null }));
    const detail = "You need an active plan for this. Choose one under Billing.";
    server.refuseNext({ method: "POST", path: /items/, status: 402, code: "subscription_required", detail });
    await userEvent.type(field(), "before paying");
    await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
    await userEvent.click(await screen.findByRole("button", { name: "See the plans" }));
    expect(screen.queryByRole("button", { name: /Try again/ })).toBeNull();
    expect(router.state.location.pathname).toBe("/billing");
    expect(shell.drafts.dirty()).toBe(true);
  });

  it("starts the trial that a new person may have, and captures what was refused", async () => {
    const asked: string[] = [];
    const overview = { trial: { state: "offered", days: 14, endsAt: null } };
    const { isClosed, shell } = open(undefined, besideBilling(overview, asked));
    const detail = "You need an active plan for this. Choose one under Billing.";
    server.refuseNext({ method: "POST", path: /items/, status: 402, code: "subscription_required", detail });
    await userEvent.type(field(), "the first thought");
    await userEvent.click(screen.getByRole("button", { name: /^Capture/ }));
    expect(
      await screen.findByText(/14 days without a card, and nothing is charged.*Your text is kept here/),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "See the plans" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Start the trial and capture" }));
    await waitFor(() => expect(isClosed()).toBe(true));
    expect(asked).toEqual(["GET /api/billing/overview", "POST /api/billing/trial"]);
    expect(only()).toMatchObject({ body: "the first thought" });
    expect(shell.drafts.dirty()).toBe(false);
  });

  it("continues from the draft when it is opened again", async () => {
    const first = open();
    await userEvent.type(field(), "half a thought");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    first.unmount();
    open(first.shell.drafts);
    expect(field()).toHaveValue("half a thought");
    expect(screen.getByText("Continued from your draft")).toBeVisible();
  });

  it("does not take a text without an address as a bookmark", async () => {
    open();
    await userEvent.type(field(), "no address here");
    await userEvent.click(screen.getByRole("tab", { name: "Bookmark" }));
    expect(screen.getByText(/A bookmark starts with an address/)).toBeVisible();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(server.items.size).toBe(0);
  });
});
