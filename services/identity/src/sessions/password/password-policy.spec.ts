import { dictionary } from "@zxcvbn-ts/language-common";
import { product } from "../../core/config/profiles.ts";
import { type IdentityWorld, newAddress, startIdentity } from "../../testing/identity-world.ts";
import { weaknessOf } from "./password-policy.ts";

describe("passwords", () => {
  const reasons = (password: string) => weaknessOf(password, "ada.lovelace@example.com", product)?.reasons ?? [];

  it("have at least eight characters, counted as a person counts", () => {
    expect([reasons("kqzwvyx"), reasons("😀😀😀😀"), reasons("kqzwvyxj")]).toEqual([["length"], ["length"], []]);
  });

  it("may be long, and need no mixture of kinds", () => {
    expect(reasons("k".repeat(30) + "qzwv".repeat(9))).toEqual([]);
    expect(reasons("öäüß ist auch ein Wort")).toEqual([]);
    expect(reasons(`${"qzwvyxjk".repeat(32)}!`)).toEqual(["length"]);
  });

  it("are none of the 3,000 most common ones of eight characters or more, nor of those behind them", () => {
    const leaked = dictionary["passwords-common"].filter((password) => password.length >= 8);
    expect(leaked.length).toBeGreaterThan(3000);
    expect(leaked.filter((password) => reasons(password).join() !== "pwned")).toEqual([]);
    // Of a list of another origin: the most common of Have I Been Pwned with eight characters.
    for (const password of ["1q2w3e4r5t", "computer", "princess", "11223344", "Starwars", "qwer1234", "asdfghjkl"])
      expect([password, reasons(password)]).toEqual([password, ["pwned"]]);
  });

  it.each([
    "password",
    "Password1!",
    "PASSWORD123",
    "12345678",
    "qwertyuiop",
    "iloveyou2024",
    "sunshine!!!",
    "monkeymonkey",
    "aaaaaaaaaa",
    "abababababab",
    "ada.lovelace",
    "ada.lovelace@example.com",
  ])("are not %s: common, repeated or the address itself", (password) => {
    expect(reasons(password)).toEqual(["pwned"]);
  });
});

describe("weak passwords", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  it("are refused at sign-up, with reasons the client understands", async () => {
    for (const [password, reason] of [
      ["short", "length"],
      ["password123", "pwned"],
    ] as const) {
      const email = newAddress();
      const { error } = await world.client().signUp({ email, password });
      expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons: [reason] });
      expect(await world.user(email)).toBeNull();
    }
  });

  it("and strong ones of 64 characters and more are taken whole", async () => {
    const long = `${"long words and more of them, ".repeat(3)}end`;
    const { email } = await world.person(newAddress(), long);
    expect((await world.client().signInWithPassword({ email, password: long })).error).toBeNull();
    expect((await world.client().signInWithPassword({ email, password: long.slice(0, 72) })).error).toMatchObject({
      code: "invalid_credentials",
    });
  });

  it("and are stored as argon2id with OWASP's parameters", async () => {
    const { email } = await world.person();
    expect((await world.user(email))?.passwordHash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });
});
