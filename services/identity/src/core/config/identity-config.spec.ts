import { Environment, type KitConfig } from "@tessera/service-kit";
import { resolveConfig } from "./identity-config.ts";

const kit = (change: Partial<KitConfig> = {}) =>
  ({
    production: false,
    embedded: true,
    dataDir: "/data",
    publicUrl: "http://localhost:4000",
    withoutTls: new Set(),
    ...change,
  }) as unknown as KitConfig;
const resolve = (values: Record<string, string>, change?: Partial<KitConfig>) =>
  resolveConfig(new Environment(values), kit(change));

describe("configuration", () => {
  it("confirms addresses at once only on an embedded development set-up without SMTP", () => {
    expect(resolve({}).autoconfirm).toBe(true);
    expect(resolve({ SMTP_URL: "smtp://localhost" }).autoconfirm).toBe(false);
    expect(resolve({}, { embedded: false }).autoconfirm).toBe(false);
    expect(resolve({ SMTP_URL: "smtp://localhost" }, { production: true }).autoconfirm).toBe(false);
    expect(resolve({ IDENTITY_MAILER_AUTOCONFIRM: "false" }).autoconfirm).toBe(false);
  });

  it("takes every number of its security from a variable, the defaults being the product's", () => {
    expect(resolve({})).toMatchObject({
      minPasswordLength: 8,
      codeLifetimeMs: 600_000,
      codeAttempts: 5,
      messageIntervalSeconds: 60,
      accessTokenSeconds: 300,
      refreshReuseMs: 10_000,
      pkceCodeLifetimeMs: 300_000,
      flowSeconds: 600,
      challengeLifetimeMs: 300_000,
      maxFactors: 10,
      totpSkew: 1,
      recentSignInMs: 900_000,
      rateLimits: new Map(),
    });
    const set = resolve({
      IDENTITY_PASSWORD_MIN: "12",
      IDENTITY_CODE_SECONDS: "120",
      IDENTITY_ACCESS_TOKEN_SECONDS: "600",
      IDENTITY_RATE_LIMITS: "address-otp=10/60, account-password=5/600",
    });
    expect(set).toMatchObject({ minPasswordLength: 12, codeLifetimeMs: 120_000, accessTokenSeconds: 600 });
    expect(set.rateLimits.get("address-otp")).toEqual({ limit: 10, windowSeconds: 60 });
    expect(() => resolve({ IDENTITY_RATE_LIMITS: "otp=10/60" })).toThrow(/IDENTITY_RATE_LIMITS.*"otp=10\/60"/);
    expect(() => resolve({ IDENTITY_ACCESS_TOKEN_SECONDS: "1" })).toThrow("IDENTITY_ACCESS_TOKEN_SECONDS");
  });

  it("shows the outbox nowhere else", () => {
    expect(resolve({}).outboxPage).toBe(true);
    expect(resolve({}, { embedded: false }).outboxPage).toBe(false);
    expect(resolve({ SMTP_URL: "smtp://localhost" }).outboxPage).toBe(false);
    expect(resolve({ SMTP_URL: "smtp://localhost" }, { production: true }).outboxPage).toBe(false);
  });

  it.each([
    [{}, {}, "SMTP_URL"],
    [{ SMTP_URL: "smtp://localhost", IDENTITY_RATE_LIMIT_FACTOR: "0" }, {}, "IDENTITY_RATE_LIMIT_FACTOR"],
    [{ SMTP_URL: "smtp://localhost" }, { embedded: false }, "IDENTITY_SECRET"],
    [{ SMTP_URL: "smtp://localhost", IDENTITY_PROFILE: "conformance" }, {}, "IDENTITY_PROFILE"],
    [{ SMTP_URL: "smtp://localhost", IDENTITY_SIGNING_KEY_FILE: "key.json" }, {}, "IDENTITY_SIGNING_KEY_FILE"],
    [{ SMTP_URL: "smtp://localhost", IDENTITY_JWT_SECRET: "s".repeat(32) }, {}, "IDENTITY_JWT_SECRET"],
    [{ SMTP_URL: "smtp://localhost", IDENTITY_PHONE_AUTOCONFIRM: "true" }, {}, "IDENTITY_PHONE_AUTOCONFIRM"],
    [{ SMTP_URL: "smtp://localhost", SMS_URL: "http://sms.example" }, {}, "WITHOUT_TLS=SMS_URL"],
    [
      { SMTP_URL: "smtp://localhost", IDENTITY_CAPTCHA_URL: "http://captcha.example" },
      {},
      "WITHOUT_TLS=IDENTITY_CAPTCHA_URL",
    ],
    [
      { SMTP_URL: "smtp://localhost", TESSERA_ADMINS: "ines@halvorsen.example", IDENTITY_MAILER_AUTOCONFIRM: "true" },
      {},
      "IDENTITY_MAILER_AUTOCONFIRM",
    ],
  ])("production refuses %j, naming what to set", (values, change, name) => {
    expect(() => resolve(values as Record<string, string>, { production: true, ...change })).toThrow(name);
  });

  it("hands mails to another machine with TLS alone, but in development and where that is allowed", () => {
    const without = (url: string, change: Partial<KitConfig>) => resolve({ SMTP_URL: url }, change).smtpWithoutTls;
    const [local, remote] = ["smtp://127.0.0.1:25", "smtp://mail.example:587"];
    expect([without(local, { production: true }), without(remote, { production: true })]).toEqual([true, false]);
    expect(without(remote, {})).toBe(true);
    expect(without(remote, { production: true, withoutTls: new Set(["SMTP_URL"]) })).toBe(true);
  });

  it.each([
    ["IDENTITY_SECRET", "short"],
    ["IDENTITY_JWT_SECRET", "short"],
    ["IDENTITY_PROFILE", "lax"],
    ["IDENTITY_SMS", "pigeon"],
    ["SMS_URL", "sms://localhost"],
    ["SMTP_URL", "http://localhost"],
    ["IDENTITY_RATE_LIMIT_FACTOR", "many"],
    ["IDENTITY_SESSION_DAYS", "0"],
    ["IDENTITY_MAILER_AUTOCONFIRM", "maybe"],
    ["IDENTITY_REDIRECT_URLS", "https://fine.example/, not an address"],
  ])("names %s when it is wrong", (name, value) => {
    expect(() => resolve({ [name]: value })).toThrow(name);
  });

  it("allows redirects to the product's own pages, to the loopback's names in development, and to those listed", () => {
    const listed = resolve({ IDENTITY_REDIRECT_URLS: "https://app.example/welcome" }).allowedRedirects;
    expect([...listed]).toEqual(
      expect.arrayContaining([
        "http://localhost:4000/confirm",
        "http://127.0.0.1:4000/",
        "https://app.example/welcome",
      ]),
    );
    const production = resolve(
      { SMTP_URL: "smtp://localhost" },
      { production: true, publicUrl: "https://tessera.example" },
    ).allowedRedirects;
    expect([...production]).toEqual(["https://tessera.example/confirm", "https://tessera.example/"]);
  });

  it("is as strict as a product's outside the profiles of tests, and no profile changes what is set", () => {
    expect(resolve({})).toMatchObject({
      minPasswordLength: 8,
      refuseCommonPasswords: true,
      tellsUnknownAddresses: false,
      anonymous: false,
    });
    expect(resolve({ IDENTITY_PROFILE: "conformance" })).toMatchObject({
      minPasswordLength: 6,
      anonymous: true,
      autoconfirm: true,
    });
    expect(resolve({ IDENTITY_PROFILE: "conformance-confirm" })).toMatchObject({
      autoconfirm: false,
      signupEnabled: true,
      anonymous: false,
    });
    expect(resolve({ IDENTITY_PROFILE: "conformance-closed" })).toMatchObject({
      autoconfirm: false,
      signupEnabled: false,
    });
    expect(resolve({ IDENTITY_PROFILE: "conformance", IDENTITY_ANONYMOUS: "false" }).anonymous).toBe(false);
  });

  it("takes phone numbers where codes reach them", () => {
    const production = (values: Record<string, string>) =>
      resolve({ SMTP_URL: "smtp://localhost", ...values }, { production: true });
    expect([resolve({}).sms, resolve({}).phone]).toEqual(["outbox", true]);
    expect([production({}).sms, production({}).phone]).toEqual(["none", false]);
    expect([
      production({ SMS_URL: "https://sms.example/" }).sms,
      production({ SMS_URL: "https://sms.example/" }).phone,
    ]).toEqual(["http", true]);
  });
});
