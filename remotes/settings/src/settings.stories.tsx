import { AccountSessions, ApiTokens, PasswordState, RecoveryCodeCount } from "@tessera/contracts-identity/account.ts";
import { CurrentExport } from "@tessera/contracts-settings/exports.ts";
import { hoursAgo, type Meta, page, type StoryObj } from "@tessera/gallery";
import { mockAccount, mockShell, testAccount } from "@tessera/shell-api/testing";
import routes from "./routes.tsx";

export default { title: "settings/Settings" } satisfies Meta;

const session = (id: string, device: string, fields: object = {}) => ({
  ...{ id, device, address: "203.0.113.7", place: "Vienna, Austria", aal: "aal1", created_at: hoursAgo(90) },
  ...{ last_used_at: hoursAgo(3), current: false, ...fields },
});
const answers: Record<string, unknown> = {
  "user/password": PasswordState.parse({ is_set: true }),
  "user/sessions": AccountSessions.parse({
    sessions: [
      session("s1", "Firefox on Linux", { current: true }),
      session("s2", "Safari on iPhone", { place: null }),
    ],
  }),
  "user/api-tokens": ApiTokens.parse({ tokens: [], scopes: [] }),
  "factors/recovery-codes": RecoveryCodeCount.parse({ total: 10, remaining: 8, created_at: hoursAgo(200) }),
};
const account = mockAccount({
  get: async () => ({
    ...testAccount,
    factors: [
      {
        ...{ id: "f1", type: "totp", name: "Phone app", verified: true, phone: null },
        ...{ createdAt: hoursAgo(700), lastUsedAt: hoursAgo(20) },
      },
    ],
  }),
  call: async <T,>(_: string, path: string) => (answers[path.split("?")[0]!] ?? []) as T,
});
const own = { "GET /api/settings/export": CurrentExport.parse({ export: null }) };
const section = (path: string) => page(routes, { path, routes: own, auth: { ...mockShell().auth, account } });

export const Profile: StoryObj = { ...section("/settings/profile"), tags: ["!picture"] };

export const Appearance = section("/settings/appearance");

export const Keyboard: StoryObj = { ...section("/settings/keyboard"), tags: ["!picture"] };

export const Security = section("/settings/security");

export const Sessions: StoryObj = { ...section("/settings/sessions"), tags: ["!picture"] };
