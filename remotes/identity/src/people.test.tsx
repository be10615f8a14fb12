import { renderInShell, showDialog, testUser } from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Account, Act } from "./people-api.ts";
import PeoplePage from "./people-page.tsx";

beforeEach(() => windowWidth(1440));

const DAY = 86_400_000;
const account = (n: number, fields: Partial<Account> = {}): Account => ({
  id: `0000000${n}-0000-4000-8000-000000000000`,
  email: `person${n}@halvorsen.example`,
  phone: "",
  confirmed_at: "2026-11-01T09:00:00Z",
  last_sign_in_at: new Date(Date.now() - 3_600_000).toISOString(),
  created_at: "2026-11-01T09:00:00Z",
  is_anonymous: false,
  app_metadata: {},
  factors: [],
  ...fields,
});
const refused = (status: number, code: string, message: string) => Response.json({ code, message }, { status });

type Routes = NonNullable<Parameters<typeof renderInShell>[1]>["routes"];
function open(
  users: Account[],
  { path = "/settings/people", log = [] as Act[], total = users.length, routes: more = {} as Routes } = {},
) {
  const shown = renderInShell(<PeoplePage />, {
    path,
    routes: {
      "GET /auth/v1/admin/users": () =>
        Response.json({ users, aud: "authenticated" }, { headers: { "x-total-count": String(total) } }),
      "GET /auth/v1/admin/log": { events: log },
      ...more,
    },
  });
  const asked = () =>
    shown.shell.requests.filter(({ path: one }) => one.startsWith("/auth/v1/admin/users")).map(({ path: one }) => one);
  const written = () => shown.shell.requests.filter(({ method }) => method !== "GET");
  return { ...shown, asked, written, person: userEvent.setup() };
}
type Opened = ReturnType<typeof open>;

async function choose({ person }: Opened, who: string, name: string) {
  await person.click(await screen.findByRole("button", { name: `More for ${who}` }));
  await person.click(await screen.findByRole("menuitem", { name }));
}

describe("people", () => {
  it("shows everybody with their state, second factor and last sign-in", async () => {
    open([
      account(1, { factors: [{ id: "f", factor_type: "totp", status: "verified", friendly_name: "Phone" }] }),
      account(2, { banned_until: new Date(Date.now() + 7 * DAY).toISOString() }),
      account(3, { confirmed_at: undefined, invited_at: "2026-11-20T09:00:00Z", last_sign_in_at: undefined }),
      account(4, { confirmed_at: undefined, phone: "15550100" }),
      account(5, { deleted_at: "2026-11-20T09:00:00Z", email: "0a".repeat(32) }),
      account(6, { banned_until: new Date(Date.now() + 100 * 365 * DAY).toISOString() }),
    ]);
    const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));
    expect((await row(/^person1@/)).getByText("Confirmed")).toBeVisible();
    expect((await row(/^person1@/)).getByText("Phone")).toBeVisible();
    expect((await row(/^person2@/)).getByText(/^Banned until .*20\d\d/)).toBeVisible();
    expect((await row(/^person3@/)).getByText("Invited, not signed in yet")).toBeVisible();
    expect((await row(/^person3@/)).getByText("Never")).toBeVisible();
    expect((await row(/^person4@/)).getByText("Not confirmed")).toBeVisible();
    expect((await row(/^person6@/)).getByText("Banned")).toBeVisible();
    const deleted = await row(/^Deleted account 00000005/);
    expect(deleted.getByText(/^Deleted (?!account)/)).toBeVisible();
    expect(deleted.queryByRole("button")).toBeNull();
    expect(screen.queryByText(/0a0a0a/)).toBeNull();
  });

  it("searches, filters and pages by the service, with the choice in the address", async () => {
    const opened = open([account(1)], { total: 60 });
    await opened.person.click(await screen.findByRole("button", { name: "Next page" }));
    await opened.person.click(screen.getByRole("tab", { name: "Banned" }));
    await opened.person.type(screen.getByRole("searchbox", { name: "Find people" }), "ines{Enter}");
    await waitFor(() =>
      expect(opened.asked().at(-1)).toBe("/auth/v1/admin/users?page=1&per_page=25&filter=ines&state=banned"),
    );
    expect(opened.asked()).toContain("/auth/v1/admin/users?page=2&per_page=25");
    expect(opened.router.state.location.search).toBe("?state=banned&find=ines");
  });

  it("says so when nobody fits, and shows everybody again", async () => {
    const opened = open([], { path: "/settings/people?find=nobody" });
    await opened.person.click(await screen.findByRole("button", { name: "Show everybody" }));
    await waitFor(() => expect(opened.asked().at(-1)).toBe("/auth/v1/admin/users?page=1&per_page=25"));
    expect(screen.getByRole("searchbox", { name: "Find people" })).toHaveValue("");
  });

  it("says in words why it shows nothing, and tries again", async () => {
    let answers = 0;
    const opened = open([], {
      routes: {
        "GET /auth/v1/admin/users": () => {
          answers += 1;
          return answers === 1
            ? refused(403, "insufficient_aal", "AAL2 required to administer accounts")
            : Response.json({ users: [account(1)] });
        },
      },
    });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Your account has a second factor. Sign out and in again with it",
    );
    await opened.person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("row", { name: /^person1@/ })).toBeVisible();
  });

  it("offers nothing that acts on oneself", async () => {
    open([account(1, { id: testUser.id, email: testUser.email, app_metadata: { roles: ["owner"] } })]);
    const row = within(await screen.findByRole("row", { name: new RegExp(`^${testUser.email}`) }));
    expect(row.getByText("you")).toBeVisible();
    expect(row.getByRole("link", { name: "Your profile" })).toHaveAttribute("href", "/settings/profile");
    expect(row.queryByRole("button")).toBeNull();
  });

  it("says of an invitation that got no answer that it may be on its way, not that nothing was done", async () => {
    const late = Object.assign(new TypeError("It is not known whether this was done."), { name: "LateError" });
    const opened = open([], { routes: { "POST /auth/v1/invite": () => Promise.reject(late) } });
    await opened.person.click((await screen.findAllByRole("button", { name: "Invite a person" }))[0]!);
    const dialog = await showDialog(opened.shell);
    await opened.person.type(dialog.in.getByRole("textbox", { name: "Email address" }), "ines@halvorsen.example");
    await opened.person.click(dialog.in.getByRole("button", { name: "Send invitation" }));
    expect((await dialog.in.findByRole("alert")).textContent).toBe("It is not known whether this was done.");
  });

  it("invites, and says when the address is taken", async () => {
    let taken = true;
    const opened = open([], {
      routes: {
        "POST /auth/v1/invite": () =>
          taken ? refused(422, "email_exists", "A user with this email address…") : Response.json({}),
      },
    });
    await opened.person.click((await screen.findAllByRole("button", { name: "Invite a person" }))[0]!);
    const dialog = await showDialog(opened.shell);
    const send = dialog.in.getByRole("button", { name: "Send invitation" });
    await opened.person.type(dialog.in.getByRole("textbox", { name: "Email address" }), "ines");
    await opened.person.click(send);
    expect(opened.written()).toEqual([]);
    await opened.person.type(dialog.in.getByRole("textbox", { name: "Email address" }), "@halvorsen.example");
    await opened.person.click(send);
    expect(await dialog.in.findByRole("alert")).toHaveTextContent(
      "Nothing was changed. There is an account with this address already.",
    );
    taken = false;
    await opened.person.click(send);
    await waitFor(() =>
      expect(opened.shell.shown.at(-1)?.message).toBe("An invitation is on its way to ines@halvorsen.example."),
    );
    expect(opened.written().at(-1)).toMatchObject({
      path: "/auth/v1/invite",
      body: { email: "ines@halvorsen.example" },
    });
  });

  it("bans for the time that is chosen, and lifts a ban", async () => {
    const [free, banned] = [account(1), account(2, { banned_until: new Date(Date.now() + DAY).toISOString() })];
    const opened = open([free, banned], {
      routes: { [`PUT /auth/v1/admin/users/${free.id}`]: {}, [`PUT /auth/v1/admin/users/${banned.id}`]: {} },
    });
    await choose(opened, free.email, "Ban…");
    const dialog = await showDialog(opened.shell);
    expect(dialog.options.title).toBe(`Ban ${free.email}?`);
    await opened.person.selectOptions(dialog.in.getByRole("combobox", { name: "For how long" }), "30 days");
    await opened.person.click(dialog.in.getByRole("button", { name: "Ban" }));
    await waitFor(() => expect(opened.written()).toMatchObject([{ body: { ban_duration: "720h" } }]));
    await choose(opened, banned.email, "Lift the ban");
    await waitFor(() =>
      expect(opened.written().at(-1)).toMatchObject({
        path: `/auth/v1/admin/users/${banned.id}`,
        body: { ban_duration: "none" },
      }),
    );
  });

  it.each([
    ["Delete, keeping a trace…", "Delete, keeping a trace", true],
    ["Delete for good…", "Delete for good", false],
  ])("%s only once the address is typed", async (item, button, softly) => {
    const one = account(1);
    const opened = open([one], { routes: { [`DELETE /auth/v1/admin/users/${one.id}`]: {} } });
    await choose(opened, one.email, item);
    const dialog = await showDialog(opened.shell);
    await opened.person.click(dialog.in.getByRole("button", { name: button }));
    await opened.person.type(
      dialog.in.getByRole("textbox", { name: `Type ${one.email} to continue` }),
      "person2@halvorsen.example{Enter}",
    );
    expect(opened.written()).toEqual([]);
    await opened.person.clear(dialog.in.getByRole("textbox"));
    await opened.person.type(dialog.in.getByRole("textbox"), `${one.email}{Enter}`);
    await waitFor(() =>
      expect(opened.written()).toMatchObject([{ method: "DELETE", body: { should_soft_delete: softly } }]),
    );
  });

  it("removes second factors, sends a recovery link and gives the role, each after asking", async () => {
    const one = account(1, {
      app_metadata: { roles: ["editor"] },
      factors: [{ id: "f1", factor_type: "totp", status: "verified" }],
    });
    const path = `/auth/v1/admin/users/${one.id}`;
    const opened = open([one], {
      routes: { [`DELETE ${path}/factors/f1`]: {}, [`POST ${path}/recover`]: {}, [`PUT ${path}`]: {} },
    });
    const acts = [
      ["Remove second factors…", "Remove second factors", { method: "DELETE", path: `${path}/factors/f1` }],
      ["Send a recovery link…", "Send the link", { method: "POST", path: `${path}/recover` }],
      [
        "Make an administrator…",
        "Make an administrator",
        { method: "PUT", body: { app_metadata: { roles: ["editor", "admin"] } } },
      ],
    ] as const;
    for (const [index, [item, button, request]] of acts.entries()) {
      await choose(opened, one.email, item);
      const dialog = await showDialog(opened.shell, index + 1);
      await opened.person.click(dialog.in.getByRole("button", { name: button }));
      await waitFor(() => expect(opened.written().at(-1)).toMatchObject(request));
    }
  });

  it("says how far it came when only some second factors could be removed", async () => {
    const factor = (id: string) => ({ id, factor_type: "totp", status: "verified" });
    const one = account(1, { factors: [factor("gone"), factor("f1"), factor("f2")] });
    const path = `/auth/v1/admin/users/${one.id}/factors`;
    const opened = open([one], {
      routes: {
        [`DELETE ${path}/gone`]: refused(404, "mfa_factor_not_found", "Factor not found"),
        [`DELETE ${path}/f1`]: {},
        [`DELETE ${path}/f2`]: refused(500, "unexpected_failure", "Unexpected failure, please try again"),
      },
    });
    await choose(opened, one.email, "Remove second factors…");
    const dialog = await showDialog(opened.shell);
    await opened.person.click(dialog.in.getByRole("button", { name: "Remove second factors" }));
    const alert = await dialog.in.findByRole("alert");
    expect(alert).toHaveTextContent(
      "2 of 3 second factors are removed, the rest are not. Unexpected failure, please try again.",
    );
    expect(alert).not.toHaveTextContent("Nothing was changed");
  });

  it("tells what administrators did", async () => {
    const act = (id: string, fields: Partial<Act>): Act => ({
      id,
      at: new Date().toISOString(),
      action: "admin_user_banned",
      user_id: account(1).id,
      email: "person1@halvorsen.example",
      by: testUser.id,
      by_email: testUser.email,
      until: null,
      ...fields,
    });
    open([], {
      log: [act("2", {}), act("1", { action: "admin_user_deleted", email: null, by: "service key", by_email: null })],
    });
    const log = within(await screen.findByRole("region", { name: "What happened" }));
    expect(await log.findByText("banned by you")).toBeVisible();
    expect(log.getByText("account deleted for good by a service key")).toBeVisible();
    expect(log.getByText("Account 00000001")).toBeVisible();
  });

  it("is a list of cards on a phone", async () => {
    windowWidth(390);
    open([account(1)]);
    const list = within(await screen.findByRole("list", { name: "People" }));
    expect(list.getByText("person1@halvorsen.example")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
});
