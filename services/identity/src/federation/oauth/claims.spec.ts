import { accountOf } from "./claims.ts";
import { knownProviders } from "./known-providers.ts";

describe("what providers say of somebody", () => {
  const account = (provider: string, claims: Record<string, unknown>) =>
    accountOf(provider, claims, knownProviders[provider]?.isVerified);

  it("is kept in the words of auth/v1", () => {
    expect(
      account("google", {
        iss: "https://accounts.google.com",
        sub: "1",
        email: "Ada@People.example",
        email_verified: true,
        given_name: "Ada",
        family_name: "Halvorsen",
        picture: "https://people.example/ada.png",
        at_hash: "x",
      }),
    ).toEqual({
      provider: "google",
      providerId: "1",
      email: "ada@people.example",
      emailVerified: true,
      data: {
        iss: "https://accounts.google.com",
        sub: "1",
        provider_id: "1",
        email: "ada@people.example",
        email_verified: true,
        phone_verified: false,
        name: "Ada Halvorsen",
        full_name: "Ada Halvorsen",
        preferred_username: undefined,
        user_name: undefined,
        picture: "https://people.example/ada.png",
        avatar_url: "https://people.example/ada.png",
      },
    });
  });

  it.each([
    ["google", { email_verified: true }, true],
    ["google", { email_verified: "true" }, true],
    ["google", { email_verified: false }, false],
    ["google", { email_verified: "false" }, false],
    ["google", {}, false],
    ["google", { email_verified: 1 }, false],
    ["azure", { email_verified: true }, false],
    ["azure", { xms_edov: false }, false],
    ["azure", { xms_edov: true }, true],
    ["azure", { xms_edov: "1" }, true],
  ])("%s proves an address by its own claim: %j", (provider, claims, verified) => {
    expect(account(provider, { sub: "1", email: "ada@people.example", ...claims })!.emailVerified).toBe(verified);
  });

  it("proves nothing about what is no address", () => {
    expect(account("google", { sub: "1", email: "nobody", email_verified: true })).toMatchObject({
      email: null,
      emailVerified: false,
    });
    expect(account("google", { sub: "1", email_verified: true })).toMatchObject({ email: null, emailVerified: false });
  });

  it("is nobody without a subject", () => {
    for (const sub of [undefined, "", 7, "x".repeat(256)]) expect(account("google", { sub })).toBeNull();
  });

  it("is no address of a script", () => {
    for (const picture of ["javascript:alert(1)", "data:image/svg+xml,x", "http://people.example/x.png", 7])
      expect(account("google", { sub: "1", picture })!.data.avatar_url).toBeUndefined();
  });
});
