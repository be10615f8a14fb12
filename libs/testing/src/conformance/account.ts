import {
  AccountSessions,
  ActivityPage,
  PasswordState,
  RecoveryCodeCount,
} from "@tessera/contracts-identity/account.ts";

/** Our own additions to auth/v1 for the person who is signed in; a refusal is an Error with its `code`. */
export interface AccountUnderTest {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

/**
 * What the settings rely on of the identity service: run against the service and against its stand-in for the tests of
 * pages.
 * @param open somebody who has just created an account with a password, in one browser
 */
export function accountConformance(open: () => Promise<AccountUnderTest>): void {
  it("knows a new account by its password and the one session that asks", async () => {
    const { call } = await open();
    expect(PasswordState.parse(await call("GET", "user/password")).is_set).toBe(true);
    const { sessions } = AccountSessions.parse(await call("GET", "user/sessions"));
    expect(sessions).toMatchObject([{ current: true, aal: "aal1" }]);
  });

  it("lists what happened with it, to the end", async () => {
    const { call } = await open();
    const { activity, next } = ActivityPage.parse(await call("GET", "user/activity?limit=25"));
    expect(activity.length).toBeGreaterThan(0);
    expect(next).toBeNull();
  });

  it("has no passkeys, connected apps or recovery codes yet, and makes none of the last without a second factor", async () => {
    const { call } = await open();
    expect([await call("GET", "passkeys"), await call("GET", "user/oauth/grants")]).toEqual([[], []]);
    const codes = RecoveryCodeCount.parse(await call("GET", "factors/recovery-codes"));
    expect(codes).toMatchObject({ total: 0, remaining: 0, created_at: null });
    await expect(call("POST", "factors/recovery-codes")).rejects.toMatchObject({ code: "mfa_factor_not_found" });
  });
}
