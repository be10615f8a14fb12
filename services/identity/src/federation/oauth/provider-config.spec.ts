import type { KitConfig } from "@tessera/service-kit";
import { resolveProviders } from "./provider-config.ts";

const resolve = (values: Record<string, string>, production = false) =>
  resolveProviders(values, { production } as KitConfig);
const acme = { IDENTITY_PROVIDERS: "acme", IDENTITY_ACME_CLIENT_ID: "id", IDENTITY_ACME_CLIENT_SECRET: "secret" };

describe("configuration of providers", () => {
  it("is none unless they are named", () => {
    expect(resolve({})).toEqual([]);
    expect(resolve({ IDENTITY_GOOGLE_CLIENT_ID: "id" })).toEqual([]);
  });

  it("keeps their order, and knows the addresses and names of those everybody knows", () => {
    const found = resolve({
      ...acme,
      IDENTITY_PROVIDERS: "acme, google",
      IDENTITY_ACME_ISSUER: "https://id.acme.example/",
      IDENTITY_ACME_SCOPES: "openid",
      IDENTITY_GOOGLE_CLIENT_ID: "web,android",
      IDENTITY_GOOGLE_CLIENT_SECRET: "secret",
    });
    expect(found).toEqual([
      expect.objectContaining({
        id: "acme",
        name: "acme",
        issuer: "https://id.acme.example",
        scopes: "openid",
        insecure: false,
      }),
      expect.objectContaining({
        id: "google",
        name: "Google",
        issuer: "https://accounts.google.com",
        clientId: "web",
        audiences: ["web", "android"],
      }),
    ]);
  });

  it("names everything that is missing at once", () => {
    expect(() => resolve({ IDENTITY_PROVIDERS: "acme" })).toThrow(
      /IDENTITY_ACME_CLIENT_ID.*\n.*IDENTITY_ACME_CLIENT_SECRET.*\n.*IDENTITY_ACME_ISSUER/,
    );
    expect(() => resolve({ IDENTITY_PROVIDERS: "google" })).toThrow(/IDENTITY_GOOGLE_CLIENT_ID.*Google/);
  });

  it.each([["Acme"], ["acme,acme"], ["email"], ["sso"], ["a:b"], ["__proto__"]])("refuses the name %s", (names) => {
    expect(() =>
      resolve({ ...acme, IDENTITY_ACME_ISSUER: "https://id.acme.example", IDENTITY_PROVIDERS: names }),
    ).toThrow("IDENTITY_PROVIDERS");
  });

  it("speaks without TLS to this machine alone, and not in production", () => {
    const at = (issuer: string) => ({ ...acme, IDENTITY_ACME_ISSUER: issuer });
    expect(resolve(at("http://127.0.0.1:9000"))[0]).toMatchObject({ insecure: true });
    for (const issuer of ["http://id.acme.example", "http://10.0.0.1", "ftp://id.acme.example", "nowhere"])
      expect(() => resolve(at(issuer))).toThrow("IDENTITY_ACME_ISSUER");
    expect(() => resolve(at("http://localhost:9000"), true)).toThrow("IDENTITY_ACME_ISSUER");
    expect(resolve(at("https://id.acme.example"), true)).toHaveLength(1);
  });
});
