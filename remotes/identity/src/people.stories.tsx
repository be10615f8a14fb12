import { hoursAgo, idOf, type Meta, type StoryObj } from "@tessera/gallery";
import type { Account } from "./people-api.ts";
import PeoplePage from "./people-page.tsx";

export default { title: "identity/People" } satisfies Meta;

const account = (n: number, name: string, fields: Partial<Account> = {}): Account => ({
  ...{ id: idOf(n), email: `${name}@halvorsen.example`, phone: "", confirmed_at: hoursAgo(900) },
  ...{ last_sign_in_at: hoursAgo(n), created_at: hoursAgo(900), is_anonymous: false, app_metadata: {}, factors: [] },
  ...fields,
});
const people = (users: Account[]): StoryObj => ({
  render: () => <PeoplePage />,
  parameters: {
    shell: {
      path: "/settings/people",
      routes: {
        "GET /auth/v1/admin/users": () =>
          Response.json({ users, aud: "authenticated" }, { headers: { "x-total-count": String(users.length) } }),
        "GET /auth/v1/admin/log": { events: [] },
      },
    },
  },
});

export const People = people([
  account(1, "ines", { factors: [{ id: "f", factor_type: "totp", status: "verified", friendly_name: "Phone" }] }),
  account(2, "jonas", { banned_until: hoursAgo(-168) }),
  account(3, "mia", { confirmed_at: undefined, invited_at: hoursAgo(30), last_sign_in_at: undefined }),
  account(4, "omar", { confirmed_at: undefined }),
]);

export const Nobody: StoryObj = { ...people([]), tags: ["!picture"] };

export const NotAllowed: StoryObj = {
  tags: ["!picture"],
  render: () => <PeoplePage />,
  parameters: {
    shell: {
      routes: {
        "GET /auth/v1/admin/users": Response.json(
          { code: "insufficient_aal", message: "AAL2 required to administer accounts" },
          { status: 403 },
        ),
      },
    },
  },
};
