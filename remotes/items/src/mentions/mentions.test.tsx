import { referenceTo } from "@tessera/contracts-items/references.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
afterEach(() => server.stop());

const ada = card(2, { type: "person", title: "Ada Lovelace", body: "" });
const plan = card(3, { title: "The plan", body: "Nothing yet" });
const open = async (body: string, others = [ada, plan], path = `/items/inbox/${card(1).id}`) => {
  server = await startItemsServer([card(1, { title: "Monday", body }), ...others]);
  return openItems(server, path);
};
const stored = () => server.items.get(card(1).id)?.body;
const field = () => screen.findByRole("textbox", { name: "Text" });

describe("the list behind @ and [[", () => {
  it("puts a link to the card that is chosen by key into the text", async () => {
    await open("");
    await userEvent.type(await field(), "Tea with @Ada");
    const option = await screen.findByRole("option", { name: "Ada Lovelace" });
    expect(option).toHaveAttribute("aria-selected", "true");
    expect(await field()).toHaveAttribute("aria-activedescendant", option.id);
    await userEvent.keyboard("{Enter}at noon");
    expect(await field()).toHaveValue(`Tea with ${referenceTo(ada)} at noon`);
    expect(screen.queryByRole("listbox", { name: "People and cards" })).toBeNull();
    await waitFor(() => expect(stored()).toBe(`Tea with ${referenceTo(ada)} at noon`));
  });

  it("offers any card behind [[, by mouse or finger, but not the one that is written", async () => {
    await open("");
    await userEvent.type(await field(), "See [[[[");
    const list = await screen.findByRole("listbox", { name: "Cards" });
    expect(within(list).queryByRole("option", { name: /Monday/ })).toBeNull();
    await userEvent.click(await within(list).findByRole("option", { name: /The plan/ }));
    expect(await field()).toHaveValue(`See ${referenceTo(plan)} `);
    expect(await field()).toHaveFocus();
  });

  it("is closed by Escape, and leaves Enter to the text where nothing fits", async () => {
    await open("");
    await userEvent.type(await field(), "@Ada");
    await screen.findByRole("option", { name: "Ada Lovelace" });
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    await userEvent.keyboard(" L{Enter}Lunch @noon");
    await screen.findByRole("option", { name: "Add “noon”" });
    await userEvent.keyboard("{Enter}");
    expect(await field()).toHaveValue("@Ada L\nLunch @noon\n");
  });

  it("adds a person who is not there yet, when that is chosen", async () => {
    await open("");
    await userEvent.type(await field(), "Met @Grace");
    await userEvent.click(await screen.findByRole("option", { name: "Add “Grace”" }));
    const made = await waitFor(() => {
      const found = [...server.items.values()].find(({ title }) => title === "Grace");
      expect(found).toMatchObject({ type: "person" });
      return found!;
    });
    await waitFor(async () => expect(await field()).toHaveValue(`Met ${referenceTo(made)} `));
  });

  it("waits for an input method to settle", async () => {
    await open("");
    const text = (await field()) as HTMLTextAreaElement;
    await userEvent.type(text, "@Ad");
    await screen.findByRole("option", { name: "Ada Lovelace" });
    const down = new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
    text.dispatchEvent(down);
    expect(down.defaultPrevented).toBe(false);
    expect(text).toHaveValue("@Ad");
  });
});

describe("a mention in a text", () => {
  it("has the title that the card has now, and opens it in the list that is shown", async () => {
    const { router } = await open(`Tea with ${referenceTo({ ...ada, title: "Miss Byron" })}.`);
    // The list has a link of that name as well.
    const article = within(await screen.findByRole("article", { name: "Monday" }));
    const link = await article.findByRole("link", { name: "Ada Lovelace" });
    expect(screen.queryByText("Miss Byron")).toBeNull();
    await userEvent.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/items/inbox/${ada.id}`));
  });

  it("is plain words once the card is deleted", async () => {
    await open(`Tea with ${referenceTo(card(77, { title: "Nobody" }))}.`);
    expect(await screen.findByText(/Tea with Nobody/)).toHaveTextContent("Tea with Nobody (deleted).");
    expect(screen.queryByRole("link", { name: "Nobody" })).toBeNull();
  });
});

describe("where a card is mentioned", () => {
  const path = `/items/all/${ada.id}`;

  it("is said on the card, with the sentence around it", async () => {
    await open(`Tea with ${referenceTo(ada)} at noon.`, [ada, plan], path);
    const section = await screen.findByRole("region", { name: "Mentioned in" });
    expect(within(section).getByRole("link", { name: "Monday" })).toBeVisible();
    expect(section).toHaveTextContent("Tea with Ada Lovelace at noon.");
  });

  it("offers to link where only the name stands, and takes it back", async () => {
    const { shell } = await open("Tea with Ada Lovelace at noon.", [ada, plan], path);
    await userEvent.click(await screen.findByRole("button", { name: "Link “Ada Lovelace” in Monday" }));
    await waitFor(() => expect(stored()).toBe(`Tea with ${referenceTo(ada)} at noon.`));
    const section = await screen.findByRole("region", { name: "Mentioned in" });
    await waitFor(() => expect(section).toHaveTextContent("Monday"));
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Linked “Ada Lovelace” in “Monday”"));
    shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(stored()).toBe("Tea with Ada Lovelace at noon."));
  });

  it("links nothing in a text that was changed meanwhile", async () => {
    const { shell } = await open("Tea with Ada Lovelace at noon.", [ada, plan], path);
    const button = await screen.findByRole("button", { name: "Link “Ada Lovelace” in Monday" });
    server.change(card(1).id, { body: "Coffee with Ada Lovelace" });
    await userEvent.click(button);
    await waitFor(() => expect(shell.shown.at(-1)?.message).toMatch(/changed meanwhile. Nothing was linked/));
    expect(stored()).toBe("Coffee with Ada Lovelace");
  });
});

describe("the page of mentions", () => {
  it("lists where cards, people and I are mentioned [route.mention]", async () => {
    const me = card(4, { type: "person", title: "Me", body: "" });
    const others = [
      ada,
      plan,
      me,
      card(5, { title: "Tuesday", body: `Read ${referenceTo(plan)}` }),
      card(6, { title: "Wednesday", body: `Ask ${referenceTo(me)}` }),
    ];
    const { router } = await open(`Tea with ${referenceTo(ada)}`, others, "/mention");
    const titles = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);
    await waitFor(() => expect(titles()).toEqual(["Monday", "Tuesday", "Wednesday"]));
    for (const [tab, shown] of [
      ["Me", ["Wednesday"]],
      ["People", ["Monday", "Wednesday"]],
      ["Cards", ["Tuesday"]],
    ] as const) {
      await userEvent.click(screen.getByRole("tab", { name: tab }));
      await waitFor(() => expect(titles()).toEqual(shown));
    }
    await userEvent.click(screen.getByRole("link", { name: "Tuesday" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/items/all/${card(5).id}`));
  });

  it("says what to do while there are none, and while no card stands for me", async () => {
    await open("Text", [], "/mention");
    expect(await screen.findByText(/Nothing is mentioned yet/)).toBeVisible();
    await userEvent.click(screen.getByRole("tab", { name: "Me" }));
    expect(await screen.findByText("You have no card of your own yet")).toBeVisible();
    expect(screen.getByRole("button", { name: /Capture your card/ })).toBeVisible();
  });

  it("says why it could not be loaded, and tries again", async () => {
    server = await startItemsServer([card(1, { title: "Monday", body: referenceTo(ada) }), ada]);
    server.refuseNext({ method: "GET", path: /mentions/, status: 400, code: "invalid_request", detail: "Not so." });
    await openItems(server, "/mention");
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "Monday" })).toBeVisible();
  });
});
