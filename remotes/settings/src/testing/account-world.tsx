import {
  AccountSessions,
  ActivityPage,
  ApiTokens,
  NewApiToken,
  PasswordState,
  RecoveryCodeCount,
  RecoveryCodes,
} from "@tessera/contracts-identity/account.ts";
import { QueryClient, QueryClientProvider } from "@tessera/query";
import type { Account, OwnAccount } from "@tessera/shell-api";
import {
  type MockOverrides,
  type MockShell,
  mockAccount,
  mockShell,
  renderInShell,
  testAccount,
} from "@tessera/shell-api/testing";
import { UiProvider } from "@tessera/ui";
import { render, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import type { Activity, OwnSession } from "../account/own-account.ts";
import routes from "../routes.tsx";

/** An error as the identity service's answers become. */
export const refusal = (code: string, message = "Refused") => Object.assign(new Error(message), { code });

export const ownSession = (fields: Partial<OwnSession> = {}): OwnSession => ({
  id: "s1",
  device: "Firefox on Linux",
  address: "203.0.113.7",
  place: "Vienna, Austria",
  aal: "aal1",
  created_at: "2026-11-20T09:00:00.000Z",
  last_used_at: "2026-11-21T09:00:00.000Z",
  current: true,
  ...fields,
});

export const happened = (fields: Partial<Activity> = {}): Activity => ({
  id: 1,
  at: "2026-11-21T09:00:00.000Z",
  action: "signed_in",
  method: "password",
  reason: null,
  kind: null,
  provider: null,
  scope: null,
  address: "203.0.113.7",
  place: null,
  device: "Firefox on Linux",
  ...fields,
});

export const app = {
  id: "f1",
  type: "totp",
  name: "Phone app",
  verified: true,
  phone: null,
  createdAt: "2026-11-01",
  lastUsedAt: null,
} as const;

/** Answers of our additions to auth/v1 by "METHOD path" without query; a function is asked, an error is thrown. */
export type Calls = Record<string, unknown>;

/** What the service answers about an account that has just been created with a password. */
const usual: Calls = {
  "GET user/password": { is_set: true },
  "GET passkeys": [],
  "GET user/sessions": { sessions: [ownSession()] },
  "GET user/activity": { activity: [happened()], next: null },
  "GET user/oauth/grants": [],
  "GET user/api-tokens": { tokens: [], scopes: [] },
  "GET factors/recovery-codes": { total: 0, remaining: 0, created_at: null },
  "POST factors/recovery-codes": refusal("mfa_factor_not_found"),
};

/** What the identity service answers, by its contract: a stand-in that answers anything else fails. */
const contract: Record<string, { parse(answer: unknown): unknown }> = {
  "GET user/password": PasswordState,
  "GET user/sessions": AccountSessions,
  "GET user/activity": ActivityPage,
  "GET user/api-tokens": ApiTokens,
  "POST user/api-tokens": NewApiToken,
  "GET factors/recovery-codes": RecoveryCodeCount,
  "POST factors/recovery-codes": RecoveryCodes,
};

/** The identity service's side of our additions. */
export const accountCalls =
  (calls: Calls = {}) =>
  async <T,>(method: string, path: string, body?: unknown) => {
    const route = `${method} ${path.split("?")[0]}`;
    const answer = { ...usual, ...calls }[route];
    const value = typeof answer === "function" ? await answer(path, body) : answer;
    if (value instanceof Error) throw value;
    return (contract[route]?.parse(value) ?? value) as T;
  };

/** A page of the settings of somebody with this account. `asked` has each call of our additions. */
export function openAccount(
  path: string,
  {
    account = {},
    parts = {},
    calls = {},
    ...overrides
  }: MockOverrides & { account?: Partial<Account>; parts?: Partial<OwnAccount>; calls?: Calls } = {},
) {
  const asked: { call: string; body: unknown }[] = [];
  const answer = accountCalls(calls);
  const call: OwnAccount["call"] = async <T,>(method: string, path: string, body?: unknown) => {
    asked.push({ call: `${method} ${path}`, body });
    return answer<T>(method, path, body);
  };
  const own = mockAccount({ get: async () => ({ ...testAccount, ...account }), call, ...parts });
  const auth = { ...mockShell().auth, ...overrides.auth, account: own };
  const view = renderInShell(routes, { path, ...overrides, auth });
  return { person: userEvent.setup(), asked, ...view };
}

/** Shows the dialog that was opened as the `count`th, as the shell would. */
export async function dialogOf(shell: MockShell, count = 1) {
  await waitFor(() => {
    if (shell.opened.length < count) throw new Error(`Only ${shell.opened.length} dialogs were opened`);
  });
  const { component, props, options, close, cancel } = shell.opened[count - 1]!;
  const Content = component as ComponentType<Record<string, unknown>>;
  const view = render(
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Content {...props} dialog={{ close, cancel, resolve: close }} />
      </QueryClientProvider>
    </UiProvider>,
  );
  return { title: options.title, options, close, in: within(view.container), unmount: view.unmount };
}
