import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
afterEach(() => server.stop());
const open = async (fields: Parameters<typeof card>[1], others = 0) => {
  server = await startItemsServer([card(1, fields), ...Array.from({ length: others }, (_, n) => card(n + 2))]);
  return openItems(server, `/items/inbox/${card(1).id}`);
};
const stored = () => server.items.get(card(1).id);

describe("one card", () => {
  it("opens beside its list [route.items-type-id]", async () => {
    await open({ body: "The *trick* is old" }, 2);
    expect(await screen.findByRole("textbox", { name: "Title" })).toHaveValue("Card 1");
    expect(await screen.findByText("trick", { selector: "em" })).toBeVisible();
    expect(await screen.findByRole("link", { name: "Card 2" })).toBeVisible();
  });

  it("says when there is no such card, and the way back", async () => {
    server = await startItemsServer([]);
    const { router } = await openItems(server, "/items/note/00000000-0000-4000-8000-000000000404");
    expect(await screen.findByText("This card does not exist, or it is not yours.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Back to the list" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/items/note"));
  });

  it("saves what is typed after a pause, and clears its draft", async () => {
    const { shell } = await open({ body: "" });
    await userEvent.type(await screen.findByRole("textbox", { name: "Text" }), "A queue is a promise");
    expect(shell.drafts.get(`items.edit.${card(1).id}`)).toContain("A queue is a promise");
    await waitFor(() => expect(stored()?.body).toBe("A queue is a promise"));
    await waitFor(() => expect(shell.drafts.get(`items.edit.${card(1).id}`)).toBeNull());
  });

  it("keeps what was typed through a failed save and a reload, and saves it then", async () => {
    const { shell, unmount } = await open({ body: "" });
    server.refuseNext({
      method: "PATCH",
      path: /items/,
      status: 400,
      code: "invalid_request",
      detail: "The text has a forbidden character.",
    });
    await userEvent.type(await screen.findByRole("textbox", { name: "Text" }), "typed with care");
    expect(
      await screen.findByText(/The text has a forbidden character. Your text is kept on this device./),
    ).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("typed with care");
    const draft = shell.drafts.get(`items.edit.${card(1).id}`) ?? "";
    server.refuseNext({ method: "PATCH", path: /items/, status: 503, code: "unavailable", detail: "Restarting." });
    unmount();
    await waitFor(() => expect(server.log.filter((line) => line.startsWith("PATCH"))).toHaveLength(2));
    expect(stored()?.body).toBe("");

    const again = await openItems(server, "/items/all");
    again.shell.drafts.set(`items.edit.${card(1).id}`, draft);
    await userEvent.click(await screen.findByRole("link", { name: "Card 1" }));
    expect(await screen.findByText("typed with care")).toBeVisible();
    await waitFor(() => expect(stored()?.body).toBe("typed with care"));
  });

  it("does not overwrite what somebody else wrote, and lets the person choose", async () => {
    await open({ body: "" });
    await userEvent.type(await screen.findByRole("textbox", { name: "Text" }), "mine");
    server.change(card(1).id, { body: "theirs", changedWith: "Chrome on Android" });
    expect(
      await screen.findByText(/The text of this card was changed in Chrome on Android while you did/),
    ).toBeVisible();
    expect(stored()?.body).toBe("theirs");
    expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("mine");
    await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(stored()?.body).toBe("mine"));
  });

  it("shows both versions with the words that differ, and merges them, taken back by undo", async () => {
    server = await startItemsServer([card(1, { body: "buy red crisp pears", version: 2 })]);
    const { shell } = await openItems(server, "/items/all");
    const base = { version: 1, body: "buy red crisp apples" };
    const draft = { base, patch: { body: "buy green crisp apples" } };
    shell.drafts.set(`items.edit.${card(1).id}`, JSON.stringify(draft));
    await userEvent.click(await screen.findByRole("link", { name: "Card 1" }));
    const mine = await screen.findByRole("region", { name: "Yours: the text" });
    expect(within(mine).getByText("green")).toHaveProperty("tagName", "MARK");
    expect(mine).toHaveTextContent("buy green crisp apples");
    const theirs = screen.getByRole("region", { name: "Theirs: the text" });
    expect(within(theirs).getByText("pears")).toHaveProperty("tagName", "MARK");
    await userEvent.click(screen.getByRole("button", { name: "Merge both" }));
    await waitFor(() => expect(stored()?.body).toBe("buy green crisp pears"));
    expect(screen.queryByText("Changed elsewhere")).toBeNull();
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Merged both versions"));
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(stored()?.body).toBe("buy green crisp apples"));
  });

  it("takes the other version when the person wants it, and gives the own text back on undo", async () => {
    const { shell } = await open({ body: "" });
    await userEvent.type(await screen.findByRole("textbox", { name: "Text" }), "mine");
    server.change(card(1).id, { body: "theirs" });
    await userEvent.click(await screen.findByRole("button", { name: "Take theirs" }));
    expect(await screen.findByRole("textbox", { name: "Text" })).toHaveValue("theirs");
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(stored()?.body).toBe("mine"));
  });

  it("makes fields of words that are typed into a title, when it is left; those it had before stay text", async () => {
    const data = { done: false, priority: "none", checklist: [] };
    const { shell } = await open({ type: "task", title: "Pay p3", data, body: "", tags: ["home"] });
    const title = await screen.findByRole("textbox", { name: "Title" });
    await userEvent.type(title, " the rent #money p1 tomorrow");
    const chips = await screen.findByRole("list", { name: "Recognised in the text" });
    await waitFor(() => expect(within(chips).getAllByRole("listitem")).toHaveLength(3));
    expect(within(chips).queryByText("Low priority")).toBeNull();
    await userEvent.click(within(chips).getByRole("button", { name: /^Keep as text: tomorrow/i }));
    expect(title).toHaveFocus();
    expect(within(chips).getAllByRole("listitem")).toHaveLength(2);
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(stored()).toMatchObject({ title: "Pay p3 the rent tomorrow", tags: ["home", "money"], dueAt: null }),
    );
    expect(stored()?.data).toMatchObject({ priority: "high" });
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() =>
      expect(stored()).toMatchObject({ title: "Pay p3 the rent #money p1 tomorrow", tags: ["home"] }),
    );
    expect(stored()?.data).toMatchObject({ priority: "none" });
  });

  it("moves on to the next card after archiving the open one", async () => {
    const { run, router } = await open({}, 2);
    await screen.findByRole("textbox", { name: "Title" });
    await screen.findByRole("link", { name: "Card 2" });
    await run("items.archive");
    await waitFor(() => expect(stored()?.status).toBe("archived"));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/items/inbox/${card(2).id}`));
  });

  it("adds a step to a task", async () => {
    await open({ type: "task", data: { done: false, priority: "none", checklist: [] }, body: "" });
    await userEvent.type(await screen.findByRole("textbox", { name: "New step" }), "find the number{Enter}");
    await waitFor(() =>
      expect(stored()?.data).toMatchObject({ checklist: [{ text: "find the number", done: false }] }),
    );
  });

  it("turns a capture into a task in place, and back", async () => {
    const { shell } = await open({
      type: "inbox",
      title: "[] call dentist",
      body: "[] call dentist",
      data: { guess: { type: "task", confidence: 0.92 } },
    });
    expect(await screen.findByText("Looks like a task (92% sure).")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Make it a task" }));
    await waitFor(() => expect(stored()).toMatchObject({ type: "task", title: "call dentist" }));
    expect(await screen.findByRole("tablist", { name: "Priority" })).toBeInTheDocument();
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(stored()).toMatchObject({ type: "inbox", body: "[] call dentist" }));
  });

  it("shows a mail with its sender, its page in a frame that runs nothing, and its attachments", async () => {
    const from = [{ name: "Lena Brandt", address: "lena@example.org" }];
    await open({
      type: "mail",
      title: "Revised quote",
      body: "The version with oak fronts",
      data: { from, to: [], cc: [], date: "2026-11-20T09:00:00.000Z", html: "<p>oak</p>", warnings: [] },
      attachments: [
        { id: "a1", name: "quote.pdf", mediaType: "application/pdf", bytes: 2048, url: "/api/items/1/attachments/a1" },
      ],
    });
    expect(await screen.findByText("Lena Brandt <lena@example.org>")).toBeVisible();
    expect(screen.getByTitle("Mail Revised quote").getAttribute("sandbox")).not.toContain("allow-scripts");
    expect(screen.getByRole("button", { name: "Download quote.pdf" })).toBeVisible();
    await userEvent.click(screen.getByRole("tab", { name: "Text alone" }));
    expect(within(screen.getByRole("article")).getByText("The version with oak fronts")).toBeVisible();
  });

  const article = (fields: object) =>
    open({
      type: "bookmark",
      body: "",
      data: {
        url: "https://example.org/a",
        wordCount: 460,
        readableHtml: "<p>The first words of it. More.</p>",
        ...fields,
      },
    });

  it("says how many pictures of a page were not kept, and fetches it again", async () => {
    await article({ picturesNotKept: 3 });
    expect(await screen.findByText("3 pictures were not kept.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Fetch again" }));
    await waitFor(() => expect(server.log).toContain(`POST /api/items/${card(1).id}/processing/readable`));
  });

  it("says why a page could not be kept as it was, and when it was kept before", async () => {
    await article({ pageKeptAt: "2026-11-28T09:00:00Z", pageNotKept: "There is no room left for it" });
    expect(await screen.findByRole("button", { name: "Page as it was on Nov 28, 2026" })).toBeVisible();
    expect(screen.getByText("The page as it was could not be kept. There is no room left for it.")).toBeVisible();
  });

  it("counts the pictures that a copy of before has by their address", async () => {
    await article({ readableHtml: '<p>x<img src="https://e.org/1.png" alt=""></p>' });
    expect(await screen.findByText("1 picture was not kept.")).toBeVisible();
  });

  it("says the lead of an article once", async () => {
    await article({ description: "The first words…" });
    expect(await screen.findByTitle("Readable copy of Card 1")).toBeInTheDocument();
    expect(screen.queryByText("The first words…")).toBeNull();
  });

  it("sets the text as the person likes it, by keyboard alone", async () => {
    const { run, shell } = await article({});
    await screen.findByTitle("Readable copy of Card 1");
    await run("items.text-settings");
    const large = await screen.findByRole("menuitemradio", { name: "Size: Large text" });
    expect(screen.getByRole("menuitemradio", { name: "Size: Medium text" })).toBeChecked();
    large.focus();
    await userEvent.keyboard("{Enter}");
    expect(shell.preferences.get()).toMatchObject({ readerSize: 18 });
    expect(await screen.findByRole("menuitemradio", { name: "Size: Large text" })).toBeChecked();
    screen.getByRole("menuitemradio", { name: "Width: Wide column" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("article")).toHaveStyle({ maxWidth: "860px" });
  });

  it("says why a step failed and tries it again", async () => {
    await open({
      type: "bookmark",
      data: { url: "https://example.org/tiles" },
      processing: { readable: { state: "failure", reason: "The page asks for a login." } },
    });
    const article = await screen.findByRole("article");
    expect(within(article).getByText(/The page asks for a login/)).toBeVisible();
    await userEvent.click(within(article).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(server.log).toContain(`POST /api/items/${card(1).id}/processing/readable`));
  });
});
