import { mockShell } from "@tessera/shell-api/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { dialogOf, openAccount, refusal } from "../testing/account-world.tsx";
import { accessOf } from "./own-tokens.ts";

const scopes = [
  { name: "cards:read", title: "Read your cards" },
  { name: "cards:write", title: "Add cards" },
];
const DAY = 86_400_000;
const token = {
  id: "00000000-0000-4000-8000-000000000000",
  name: "Shortcut",
  scopes: ["cards:read", "cards:write"],
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  expires_at: new Date(Date.now() + 30 * DAY).toISOString(),
  last_used_at: null as string | null,
};
const cardType = (type: string, label: string) => ({
  ...{ type, label, plural: `${label}s`, icon: "note", order: 1, capabilities: [], childTypes: [], parentType: null },
  ...{ creatable: true, count: 0, waiting: 0 },
});
const secret = "tessera_pat_abc";
const PATH = "/settings/api-tokens";
const group = async () => within(await screen.findByRole("region", { name: "Your tokens" }));
const answers = (tokens: object[]) => ({ "GET user/api-tokens": () => ({ tokens, scopes }) });

it("lists what each may do, when it was used and when it ends, also when it has ended", async () => {
  const used = { ...token, id: "2", name: "Script", last_used_at: new Date(Date.now() - 120_000).toISOString() };
  const over = { ...token, id: "3", name: "Old", expires_at: new Date(Date.now() - DAY).toISOString() };
  openAccount(PATH, { calls: answers([token, used, over]) });
  const rows = await (await group()).findAllByRole("listitem");
  expect(rows[0]).toHaveTextContent(/^Shortcut\s*Read your cards; add cards\. Made .*, not used yet, expires on/);
  expect(rows[1]).toHaveTextContent(/last used 2 min ago/);
  expect(rows[2]).toHaveTextContent(/^Old\s*Expired.*, expired/);
});

it("makes one after its name and an act are chosen, and shows it once", async () => {
  let tokens: object[] = [];
  const { person, asked, shell } = openAccount(PATH, {
    calls: {
      "GET user/api-tokens": () => ({ tokens, scopes }),
      "POST user/api-tokens": () => {
        tokens = [token];
        return { ...token, token: secret };
      },
    },
  });
  await person.click(await (await group()).findByRole("button", { name: "Create a token" }));
  const asks = await dialogOf(shell);
  const make = asks.in.getByRole("button", { name: "Create token" });
  await userEvent.type(asks.in.getByLabelText("Name"), " Shortcut ");
  await userEvent.click(make);
  expect(asked.filter(({ call }) => call.startsWith("POST"))).toEqual([]);
  await userEvent.click(asks.in.getByLabelText("Add cards"));
  await userEvent.click(asks.in.getByLabelText("Read your cards"));
  await userEvent.click(asks.in.getByLabelText("Read your cards"));
  await userEvent.selectOptions(asks.in.getByLabelText("Expires after"), "30 days");
  await userEvent.click(make);
  expect(asked.find(({ call }) => call === "POST user/api-tokens")!.body).toEqual({
    ...{ name: "Shortcut", scopes: ["cards:write"], types: [], tags: [], expires_in_days: 30 },
    ...{ current_password: undefined, nonce: undefined },
  });
  const shows = await dialogOf(shell, 2);
  expect(shows.options).toMatchObject({ persistent: true });
  expect(shows.in.getByText(secret)).toBeVisible();
  const setUp = within(shows.in.getByRole("region", { name: "Connect an assistant" }));
  expect(await setUp.findByRole("figure")).toHaveTextContent(`Authorization: Bearer ${secret}`);
  await userEvent.click(shows.in.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(/^Shortcut can be used/)).not.toBeInTheDocument();
  await userEvent.click(shows.in.getByLabelText("I have saved it"));
  await userEvent.click(shows.in.getByRole("button", { name: "Done" }));
  expect(await screen.findByText(/^Shortcut can be used from now on/)).toBeVisible();
  expect(await (await group()).findByText("Shortcut")).toBeVisible();
  shows.unmount();
  expect(screen.queryByText(secret)).not.toBeInTheDocument();
});

it("revokes after asking, and says why it could not", async () => {
  let left = [token];
  let sure = false;
  let gone = true;
  const { person, asked } = openAccount(PATH, {
    calls: {
      "GET user/api-tokens": () => ({ tokens: left, scopes }),
      [`DELETE user/api-tokens/${token.id}`]: () => {
        if (gone) throw refusal("api_token_not_found");
        left = [];
      },
    },
    dialogs: { ...mockShell().dialogs, confirm: async () => sure || undefined },
  });
  const revoke = await (await group()).findByRole("button", { name: "Revoke Shortcut" });
  await person.click(revoke);
  expect(asked.filter(({ call }) => call.startsWith("DELETE"))).toEqual([]);
  sure = true;
  await person.click(revoke);
  expect(await screen.findByText("Shortcut was not revoked. This API token was revoked already.")).toBeVisible();
  gone = false;
  await person.click(revoke);
  expect(await screen.findByText("Shortcut does not count any more.")).toBeVisible();
  expect((await group()).queryByRole("list")).not.toBeInTheDocument();
});

it("keeps the keyboard among the tokens that are left, then at their heading", async () => {
  let left = [token, { ...token, id: "2", name: "Script" }];
  const { person } = openAccount(PATH, {
    calls: {
      ...{ "GET user/api-tokens": () => ({ tokens: left, scopes }) },
      [`DELETE user/api-tokens/${token.id}`]: () => {
        left = left.slice(1);
      },
      "DELETE user/api-tokens/2": () => {
        left = [];
      },
    },
    dialogs: { ...mockShell().dialogs, confirm: async () => true },
  });
  (await (await group()).findByRole("button", { name: "Revoke Shortcut" })).focus();
  await person.keyboard("{Enter}");
  await waitFor(async () => expect((await group()).getByRole("button", { name: "Revoke Script" })).toHaveFocus());
  await person.keyboard("{Enter}");
  await waitFor(async () => expect((await group()).getByRole("heading", { name: "Your tokens" })).toHaveFocus());
});

it("calls the button of a token that has run out by what it shows", async () => {
  openAccount(PATH, { calls: answers([{ ...token, expires_at: "2026-01-01T00:00:00Z" }]) });
  expect(await (await group()).findByRole("button", { name: "Remove Shortcut" })).toHaveTextContent("Remove");
});

it("offers no more than twenty", async () => {
  openAccount(PATH, { calls: answers(Array.from({ length: 20 }, (_, at) => ({ ...token, id: String(at) }))) });
  expect(await (await group()).findByText(/^20 tokens are the most/)).toBeVisible();
  expect((await group()).queryByRole("button", { name: "Create a token" })).not.toBeInTheDocument();
});

it("says how each program is connected, and copies the address", async () => {
  const { person, shell } = openAccount(PATH, { calls: answers([]) });
  const connect = within(await screen.findByRole("region", { name: "Connect an assistant" }));
  await person.click(connect.getByRole("button", { name: "Copy the address" }));
  expect(await navigator.clipboard.readText()).toBe("http://localhost/api/mcp");
  expect(shell.shown).toEqual([{ message: "Address copied.", intent: "success" }]);
  expect(await connect.findByRole("figure")).toHaveTextContent(
    'claude mcp add --scope user --transport http tessera http://localhost/api/mcp --header "Authorization: Bearer tessera_pat_…"',
  );
  for (const name of ["VS Code", "Cursor", "Claude Desktop"]) {
    await person.selectOptions(connect.getByLabelText("Program"), name);
    const code = connect.getByRole("figure").querySelector("code")!.textContent!;
    expect([name, JSON.stringify(JSON.parse(code))]).toEqual([
      name,
      expect.stringMatching(/api\/mcp.*Bearer tessera_pat_…/),
    ]);
  }
});

it("says so where another service signs people in", async () => {
  openAccount(PATH, { calls: { "GET user/api-tokens": Object.assign(refusal("not_found"), { status: 404 }) } });
  expect(await (await group()).findByText("The sign-in service of this installation does not say.")).toBeVisible();
});

it("names a scope that no area declares any more", () =>
  expect(accessOf({ scopes: ["cards:read", "books:read"] }, scopes)).toBe("Read your cards; books:read"));

it("limits one to cards of some types and tags, and says so in the list", async () => {
  const limited = { ...token, types: ["note", "old"], tags: ["home"] };
  const { person, asked, shell } = openAccount(PATH, {
    calls: {
      "GET user/api-tokens": () => ({ tokens: [limited], scopes }),
      "POST user/api-tokens": () => ({ ...limited, token: secret }),
    },
    routes: {
      "GET /api/items/types": [cardType("note", "Note"), cardType("task", "Task")],
      "GET /api/items/tags": [{ tag: "home", count: 3 }],
    },
  });
  expect(
    await (await group()).findByText(
      /^Read your cards; add cards, only cards of the type Note or old with the tag home\./,
    ),
  ).toBeVisible();
  await person.click(await (await group()).findByRole("button", { name: "Create a token" }));
  const asks = await dialogOf(shell);
  await userEvent.type(asks.in.getByLabelText("Name"), "Shortcut");
  expect(asks.in.queryByLabelText("Cards that it reaches")).not.toBeInTheDocument();
  await userEvent.click(asks.in.getByLabelText("Read your cards"));
  await userEvent.selectOptions(asks.in.getByLabelText("Cards that it reaches"), "Only some of them");
  expect(asks.in.getByText("Choose a type or enter a tag.")).toBeVisible();
  const make = asks.in.getByRole("button", { name: "Create token" });
  await userEvent.click(make);
  expect(asked.filter(({ call }) => call.startsWith("POST"))).toEqual([]);
  await userEvent.click(await asks.in.findByLabelText("Task"));
  await userEvent.click(asks.in.getByLabelText("Note"));
  await userEvent.click(asks.in.getByLabelText("Task"));
  await userEvent.type(asks.in.getByLabelText(/^With one of these tags/), "home, , work,home");
  await userEvent.click(make);
  expect(asked.find(({ call }) => call === "POST user/api-tokens")!.body).toMatchObject({
    ...{ scopes: ["cards:read"], types: ["note"], tags: ["home", "work"] },
  });
});
