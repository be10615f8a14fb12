import { Environment, type KitConfig } from "@tessera/service-kit";
import { resolveConfig } from "./identity-config.ts";

const kit = (change: Partial<KitConfig> = {}) =>
  ({ production: false, embedded: true, dataDir: "/data", publicUrl: "http://localhost:4000", ...change }) as KitConfig;
const resolve = (values: Record<string, string>, change?: Partial<KitConfig>) => resolveConfig(new Environment(values), kit(change));

describe("configuration", () => {
  it("confirms addresses at once only on an embedded development set-up without SMTP", () => {
    expect(resolve({}).autoconfirm).toBe(true);
    expect(resolve({ SMTP_URL: "smtp://localhost" }).autoconfirm).toBe(false);
    expect(resolve({}, { embedded: false }).autoconfirm).toBe(false);
    expect(resolve({ SMTP_URL: "smtp://localhost" }, { production: true }).autoconfirm).toBe(false);
    expect(resolve({ IDENTITY_MAILER_AUTOCONFIRM: "false" }).autoconfirm).toBe(false);
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
  ])("production refuses %j, naming what to set", (values, change, name) => {
    expect(() => resolve(values as Record<string, string>, { production: true, ...change })).toThrow(name);
  });

  it.each([
    ["IDENTITY_SECRET", "short"],
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
      expect.arrayContaining(["http://localhost:4000/confirm", "http://127.0.0.1:4000/", "https://app.example/welcome"]),
    );
    const production = resolve(
      { SMTP_URL: "smtp://localhost" },
      { production: true, publicUrl: "https://tessera.example" },
    ).allowedRedirects;
    expect([...production]).toEqual(["https://tessera.example/confirm", "https://tessera.example/"]);
  });
});
