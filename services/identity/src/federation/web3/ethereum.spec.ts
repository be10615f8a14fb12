import { ethereumWallet } from "../../testing/ethereum-wallet.ts";
import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { isSignedByKey } from "./ethereum-message.ts";
import type { WalletMessage } from "./wallet-message.ts";

type Wallet = ReturnType<typeof ethereumWallet>;

describe("signing in with an Ethereum wallet", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  const page = () => `${world.url}/`;
  const host = () => new URL(world.url).host;
  const signIn = (wallet: Wallet, options = {}) =>
    world.client().signInWithWeb3({
      chain: "ethereum",
      wallet: wallet.wallet,
      statement: "Sign in to Tessera.",
      options: { url: page(), ...options },
    } as never);
  const grant = async (message: string, signature: unknown) => {
    const answer = await world.call("POST", "token?grant_type=web3", { chain: "ethereum", message, signature });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  /** A message with some of its lines otherwise; null leaves a line out. */
  const message = (wallet: Wallet, change: Record<string, string | null> = {}) => {
    const issued = world.clock.now().toISOString();
    const fields = { URI: page(), Version: "1", "Chain ID": "1", "Issued At": issued, ...change };
    const lines = Object.entries(fields).filter(([name, value]) => value !== null && !name.startsWith("@"));
    const header = `${change["@domain"] ?? host()} wants you to sign in with your Ethereum account:`;
    const said = lines.map(([name, value]) => `${name}: ${value}`);
    return [header, change["@address"] ?? wallet.address, "", "", ...said].join("\n");
  };
  const signed = (wallet: Wallet, change?: Record<string, string | null>) => {
    const text = message(wallet, change);
    return grant(text, wallet.sign(text));
  };
  const invalidGrant = (words: RegExp) => ({
    status: 400,
    body: { error: "invalid_grant", error_description: expect.stringMatching(words) },
  });
  const malformed = (words: RegExp) => ({
    status: 400,
    body: { error_code: "validation_failed", msg: expect.stringMatching(words) },
  });

  it("opens a session of the wallet's account, the same each time and however its address is written", async () => {
    const wallet = ethereumWallet();
    const { data, error } = await signIn(wallet);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      app_metadata: { provider: "web3", providers: ["web3"] },
      identities: [{ provider: "web3", id: `web3:ethereum:${wallet.address}` }],
      user_metadata: { custom_claims: { address: wallet.address, chain: "ethereum", network: "1", domain: host() } },
    });
    world.clock.advance(1000);
    const again = await signIn(wallet, {
      signInWithEthereum: { nonce: "12345678", chainId: 137, resources: [page()] },
    });
    expect(again.data.user?.id).toBe(data.user?.id);
    const checksummed = `0x${wallet.address.slice(2).toUpperCase()}`;
    const { body } = await signed(wallet, { "@address": checksummed, Nonce: "87654321" });
    expect(body.user).toMatchObject({ id: data.user?.id });
  });

  it("refuses a message played again", async () => {
    const wallet = ethereumWallet();
    expect((await signIn(wallet)).error).toBeNull();
    const { message: text, signature } = wallet.wallet.signed!;
    expect(await grant(text, signature)).toMatchObject(invalidGrant(/used before/));
    expect(await grant(text, wallet.sign(text, 0))).toMatchObject(invalidGrant(/used before/));
  });

  it("refuses a signature of another key, of another text, and what is none", async () => {
    const [wallet, other] = [ethereumWallet(), ethereumWallet()];
    const text = message(wallet);
    const right = wallet.sign(text);
    const other2 = message(wallet, { Nonce: "another-text" });
    for (const wrong of [
      other.sign(text),
      wallet.sign(other2),
      `0x${"0".repeat(130)}`,
      `0x${"f".repeat(130)}`,
      `${right.slice(0, -2)}1d`,
    ])
      expect([wrong, await grant(text, wrong)]).toMatchObject([wrong, invalidGrant(/does not match/)]);
    for (const wrong of ["", right.slice(2), right.slice(0, -2), `${right}00`, 7, null])
      expect(await grant(text, wrong)).toMatchObject(malformed(/65 bytes/));
    expect((await grant(text, right)).status).toBe(200);
  });

  it.each([
    ["another address on the list's host", { URI: "@/elsewhere" }, /URI which is not allowed/],
    ["another app", { URI: "https://evil.example/", "@domain": "evil.example" }, /not allowed/],
    ["no TLS", { URI: "http://evil.example/", "@domain": "evil.example" }, /does not use HTTPS/],
    ["a domain that is not the URI's", { "@domain": "evil.example" }, /Domain that does not match/],
  ])("refuses a message signed for %s", async (_, change, words) => {
    const own = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value.replace(/^@/, world.url)]),
    );
    expect(await signed(ethereumWallet(), own)).toMatchObject(invalidGrant(words));
  });

  it.each([
    [{ "Issued At": -600_001 }, /too long ago/],
    [{ "Issued At": 601_000 }, /too far in the future/],
    [{ "Issued At": -60_000, "Expiration Time": -1 }, /is expired/],
    [{ "Not Before": 60_000 }, /valid in the future/],
  ])("refuses a message whose time is not now: %j", async (times, words) => {
    world.clock.set(world.clock.now());
    const at = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString();
    const change = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, at(ms)]));
    expect(await signed(ethereumWallet(), change)).toMatchObject(invalidGrant(words));
  });

  it.each([
    [{ Version: "2" }, /Version must be 1/],
    [{ "Chain ID": null, Nonce: "12345678" }, /Chain ID is not valid/],
    [{ "Chain ID": "solana:mainnet" }, /Chain ID is not valid/],
    [{ "@address": "0x1234" }, /not an Ethereum address/],
    [{ Role: "admin" }, /cannot be read/],
  ])("says what is wrong with %j", async (change, words) => {
    expect(await signed(ethereumWallet(), change as Record<string, string | null>)).toMatchObject(malformed(words));
  });

  it("takes another chain's message for none of its own", async () => {
    const wallet = ethereumWallet();
    const text = message(wallet).replace("Ethereum account", "Solana account");
    expect(await grant(text, wallet.sign(text))).toMatchObject(malformed(/first line/));
  });
});

it("agrees with other software: the example of web3.js", () => {
  const address = "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23";
  const signature =
    "b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";
  const check = (text: string) => isSignedByKey({ text, address } as WalletMessage, Buffer.from(signature, "hex"));
  expect([check("Some data"), check("Some datum")]).toEqual([true, false]);
});
