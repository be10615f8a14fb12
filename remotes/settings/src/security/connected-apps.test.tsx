import { mockShell } from "@tessera/shell-api/testing";
import { screen, within } from "@testing-library/react";
import { openAccount, refusal } from "../testing/account-world.tsx";
import { accessOf } from "./app-access.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const grant = {
  client: { id: ID, name: "Reader", uri: "" },
  scopes: ["openid", "email", "tessera:read"],
  granted_at: new Date(Date.now() - 3_600_000).toISOString(),
};
const group = async () => within(await screen.findByRole("region", { name: "Connected apps" }));
const REVOKE = "DELETE user/oauth/grants";

it("lists who was let in, with what they can do, and takes it back after asking", async () => {
  let left = [grant];
  const { person, asked } = openAccount("/settings/security", {
    calls: {
      "GET user/oauth/grants": () => left,
      [REVOKE]: () => {
        left = [];
      },
    },
    dialogs: { ...mockShell().dialogs, confirm: async () => true },
  });
  expect(await (await group()).findByText(/^Reads your cards, sees your email address, allowed/)).toBeVisible();
  await person.click((await group()).getByRole("button", { name: "Remove Reader" }));
  expect(await screen.findByText("Reader has no access any more.")).toBeVisible();
  expect(asked.map(({ call }) => call)).toContain(`${REVOKE}?client_id=${ID}`);
  expect(await (await group()).findByText("No app has access to your account.")).toBeVisible();
});

it("takes nothing back where the person keeps it, and says why it could not", async () => {
  let sure = false;
  const { person, asked } = openAccount("/settings/security", {
    calls: { "GET user/oauth/grants": [grant], [REVOKE]: refusal("oauth_consent_not_found") },
    dialogs: { ...mockShell().dialogs, confirm: async () => sure || undefined },
  });
  const remove = await (await group()).findByRole("button", { name: "Remove Reader" });
  await person.click(remove);
  expect(asked.filter(({ call }) => call.startsWith(REVOKE))).toEqual([]);
  sure = true;
  await person.click(remove);
  expect(await screen.findByText("Reader was not removed. This app has no access any more.")).toBeVisible();
});

it.each([
  [["openid"], "Signs you in"],
  [["tessera:read", "tessera:write"], "Reads and changes your cards"],
  [["profile", "phone"], "Sees your name and your phone number"],
])("says what %j lets an app do", (scopes, words) => expect(accessOf({ scopes })).toBe(words));
