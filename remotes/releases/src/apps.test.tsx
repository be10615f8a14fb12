import type { AppOwnership } from "@tessera/contracts-releases/releases.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import AppsPage from "./apps-page.tsx";
import { owned, type ReleasesServer, startReleasesServer } from "./testing/releases-server.ts";

let server: ReleasesServer;
afterEach(() => server.stop());

async function open(apps: AppOwnership[], administrator = true) {
  server = await startReleasesServer([]);
  server.administrator = administrator;
  server.owned.push(...apps);
  return {
    person: userEvent.setup(),
    ...renderInShell(<AppsPage />, { path: "/settings/release-apps", http: server.http }),
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

const written = () => server.requests.filter(({ route }) => !route.startsWith("GET"));

async function choose({ person }: Opened, name: string) {
  await person.click(await screen.findByRole("button", { name: "More for items" }));
  await person.click(await screen.findByRole("menuitem", { name }));
}

it("shows who answers for which app and which paths, and which has no token", async () => {
  await open([owned(), owned({ name: "queue", owner: "", prefixes: ["/queue", "/jobs"], canPublish: false })]);
  const [items, queue] = within(await screen.findByRole("list", { name: "Apps of the product" })).getAllByRole(
    "listitem",
  );
  expect(items).toHaveTextContent("itemsTeam Items/items");
  expect(queue).toHaveTextContent("queueNo owner named/queue /jobsNo token");
});

it("is for administrators, and offers no other try to anybody else", async () => {
  await open([], false);
  expect(await screen.findByRole("alert")).toHaveTextContent("Only administrators may see and change releases.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("makes an app and shows its token once", async () => {
  const opened = await open([]);
  const { person } = opened;
  await person.click(await screen.findByRole("button", { name: "New app" }));
  const form = await showDialog(opened.shell);
  await person.type(form.in.getByRole("textbox", { name: "Name" }), "Invoices");
  await person.type(form.in.getByRole("textbox", { name: "Owner" }), "Team Invoices");
  expect(form.in.getByText(/lower-case letters, digits and hyphens, at most 40/)).toBeVisible();
  await person.clear(form.in.getByRole("textbox", { name: "Name" }));
  await person.type(form.in.getByRole("textbox", { name: "Name" }), "invoices");
  await person.type(form.in.getByRole("textbox", { name: "Paths" }), "/invoices{enter}bills");
  expect(form.in.getByText("bills is not a path like /invoices or /settings/invoices.")).toBeVisible();
  await person.type(form.in.getByRole("textbox", { name: "Paths" }), "{backspace>5/}/bills");
  await person.click(form.in.getByRole("button", { name: "Make app" }));
  const shown = await showDialog(opened.shell, 2);
  expect(shown.options.title).toBe("Deploy token of invoices");
  expect(shown.in.getByRole("textbox", { name: "Deploy token" })).toHaveValue("token-of-a-new-app");
  await person.click(shown.in.getByRole("button", { name: "Copy" }));
  expect(await shown.in.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("token-of-a-new-app");
  expect(await screen.findByText("Team Invoices")).toBeVisible();
  expect(written()).toEqual([
    {
      route: "POST /api/releases/apps",
      body: { name: "invoices", owner: "Team Invoices", prefixes: ["/invoices", "/bills"], redirectOrigins: [] },
    },
  ]);
});

it("makes an app on a phone, too", async () => {
  windowWidth(390);
  const { person, shell } = await open([owned()]);
  await person.click(await screen.findByRole("button", { name: "New app" }));
  await waitFor(() => expect(shell.opened).toHaveLength(1));
  windowWidth(1440);
});

it("shows no token when the app was refused, and keeps what was typed", async () => {
  const opened = await open([owned()]);
  await opened.person.click(await screen.findByRole("button", { name: "New app" }));
  const form = await showDialog(opened.shell);
  await opened.person.type(form.in.getByRole("textbox", { name: "Name" }), "items");
  await opened.person.type(form.in.getByRole("textbox", { name: "Owner" }), "Us");
  await opened.person.click(form.in.getByRole("button", { name: "Make app" }));
  expect(await form.in.findByRole("alert")).toHaveTextContent(
    "Nothing was changed. There is an app of this name already.",
  );
  form.cancel();
  await waitFor(() => expect(opened.shell.opened).toHaveLength(1));
});

it("changes owner and paths", async () => {
  const opened = await open([owned()]);
  await choose(opened, "Change owner and paths…");
  const form = await showDialog(opened.shell);
  const owner = form.in.getByRole("textbox", { name: "Owner" });
  await opened.person.clear(owner);
  await opened.person.type(owner, "Team Two");
  await opened.person.click(form.in.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Team Two")).toBeVisible();
  expect(written()[0]?.body).toEqual({ owner: "Team Two", prefixes: ["/items"], redirectOrigins: [] });
});

it("replaces a token, revokes it, and asks before both", async () => {
  const opened = await open([owned()]);
  await choose(opened, "New deploy token…");
  const ask = await showDialog(opened.shell);
  expect(ask.in.getByText("The present token stops working at once.")).toBeVisible();
  expect(written()).toEqual([]);
  await opened.person.click(ask.in.getByRole("button", { name: "Make a new token" }));
  const shown = await showDialog(opened.shell, 2);
  expect(shown.in.getByRole("textbox", { name: "Deploy token" })).toHaveValue("a-fresh-token");
  shown.cancel();
  await choose(opened, "Revoke deploy token…");
  const revoke = await showDialog(opened.shell, 3);
  await opened.person.click(revoke.in.getByRole("button", { name: "Revoke token" }));
  expect(await screen.findByText("No token")).toBeVisible();
  expect(written().map(({ route }) => route)).toEqual([
    "POST /api/releases/apps/items/token",
    "DELETE /api/releases/apps/items/token",
  ]);
});

it("switches an app off for everybody, with a reason that people read, and on again", async () => {
  const opened = await open([owned()]);
  await choose(opened, "Switch off for everybody…");
  const dialog = await showDialog(opened.shell);
  await opened.person.click(dialog.in.getByRole("button", { name: "Switch off for everybody" }));
  expect(written()).toEqual([]); // not without a reason
  await opened.person.type(dialog.in.getByRole("textbox", { name: "Reason" }), "Cards are being lost.");
  await opened.person.click(dialog.in.getByRole("button", { name: "Switch off for everybody" }));
  expect(await screen.findByText("Off: Cards are being lost.")).toBeVisible();
  await choose(opened, "Switch on…");
  const on = await showDialog(opened.shell, 2);
  await opened.person.click(on.in.getByRole("button", { name: "Switch on" }));
  await waitFor(() => expect(screen.queryByText("Off: Cards are being lost.")).toBeNull());
});

it("does not offer to switch off the shell", async () => {
  const { person } = await open([owned({ name: "shell", kind: "shell" })]);
  await person.click(await screen.findByRole("button", { name: "More for shell" }));
  expect(screen.queryByRole("menuitem", { name: "Switch off for everybody…" })).toBeNull();
});

it("says who serves a path, and why", async () => {
  const { person } = await open([owned()]);
  const inquiry = within(await screen.findByRole("region", { name: "Who serves a path" }));
  await person.type(inquiry.getByRole("textbox", { name: "Who serves this path?" }), "items");
  expect(inquiry.getByText("A path begins with a slash, such as /items/inbox.")).toBeVisible();
  await person.clear(inquiry.getByRole("textbox"));
  await person.type(inquiry.getByRole("textbox"), "/items/inbox{enter}");
  expect(await inquiry.findByText("/items/inbox: items")).toBeVisible();
  expect(inquiry.getByText("/items and what is below it was granted to items (Team Items).")).toBeVisible();
});
