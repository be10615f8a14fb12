import { type IdentityWorld, startIdentity } from "../../testing/identity-world.ts";
import { solanaWallet } from "../../testing/solana-wallet.ts";

type Wallet = ReturnType<typeof solanaWallet>;

describe("signing in with a Solana wallet", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  const page = () => `${world.url}/`;
  const host = () => new URL(world.url).host;
  const signIn = (wallet: Wallet, options = {}) =>
    world
      .client()
      .signInWithWeb3({ chain: "solana", wallet: wallet.wallet, options: { url: page(), ...options } } as never);
  const grant = async (message: string, signature: Uint8Array | string, chain = "solana") => {
    const body = {
      chain,
      message,
      signature: typeof signature === "string" ? signature : Buffer.from(signature).toString("base64"),
    };
    const answer = await world.call("POST", "token?grant_type=web3", body);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  /** A message with some of its lines otherwise; null leaves a line out. */
  const message = (wallet: Wallet, change: Record<string, string | null> = {}) => {
    const fields = { Version: "1", URI: page(), "Issued At": world.clock.now().toISOString(), ...change };
    const lines = Object.entries(fields).filter(([name, value]) => value !== null && !name.startsWith("@"));
    const header = `${change["@domain"] ?? host()} wants you to sign in with your Solana account:`;
    return [
      header,
      change["@address"] ?? wallet.address,
      "",
      ...lines.map(([name, value]) => `${name}: ${value}`),
    ].join("\n");
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

  it("opens a session of the wallet's account, the same each time [auth.token-web3]", async () => {
    const wallet = solanaWallet();
    const { data, error } = await signIn(wallet);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: "",
      is_anonymous: false,
      app_metadata: { provider: "web3", providers: ["web3"] },
      identities: [{ provider: "web3", id: `web3:solana:${wallet.address}` }],
    });
    expect(data.user?.user_metadata).toMatchObject({
      custom_claims: { address: wallet.address, chain: "solana", domain: host() },
    });
    world.clock.advance(1000);
    const again = await signIn(wallet, {
      signInWithSolana: { nonce: "second", chainId: "solana:devnet", resources: [page()] },
    });
    expect(again.data.user?.id).toBe(data.user?.id);
    const claims = JSON.parse(Buffer.from(again.data.session!.access_token.split(".")[1]!, "base64url").toString());
    expect(claims).toMatchObject({ amr: [{ method: "web3" }], aal: "aal1", is_anonymous: false });
    expect(
      (
        await world.client().signInWithWeb3({
          chain: "solana",
          wallet: solanaWallet().wallet,
          statement: "Let me in",
          options: { url: page() },
        } as never)
      ).error,
    ).toBeNull();
  });

  it("takes what a Ledger device signs around the message, and messages with a statement", async () => {
    const wallet = solanaWallet();
    const text = message(wallet).replace("\n\nVersion", "\n\nI own this wallet\n\nVersion");
    const application = Buffer.alloc(32);
    application.write(host());
    const length = Buffer.alloc(2);
    length.writeUInt16LE(Buffer.byteLength(text));
    const wrapped = (last: Buffer) =>
      Buffer.concat([
        Buffer.from("\xffsolana offchain\0", "latin1"),
        application,
        Buffer.from([0, 1]),
        wallet.key,
        length,
        last,
      ]);
    expect(await grant(text, wallet.sign(wrapped(Buffer.from(`${text.slice(1)}x`))))).toMatchObject(
      invalidGrant(/does not match/),
    );
    const { status, body } = await grant(text, wallet.sign(wrapped(Buffer.from(text))));
    expect([status, body.user]).toMatchObject([
      200,
      { user_metadata: { custom_claims: { statement: "I own this wallet" } } },
    ]);
  });

  it("refuses a message played again, on any process and by either way of signing", async () => {
    const wallet = solanaWallet();
    expect((await signIn(wallet)).error).toBeNull();
    const { message: text, signature } = wallet.wallet.signed!;
    expect(await grant(text, signature)).toMatchObject(invalidGrant(/used before/));
    const both = message(wallet, { Nonce: "twins" });
    const twins = await Promise.all([grant(both, wallet.sign(both)), grant(both, wallet.sign(both))]);
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 400]);
    await world.restart();
    expect(await grant(text, signature)).toMatchObject(invalidGrant(/used before/));
  });

  it("refuses other chains, by the words that clients know [auth.token-web3]", async () => {
    const wallet = solanaWallet();
    const text = message(wallet);
    for (const chain of ["Ethereum", "Solana", "bitcoin", ""]) {
      const { status, body } = await grant(text, wallet.sign(text), chain);
      expect([status, body]).toEqual([
        400,
        { code: 400, error_code: "web3_unsupported_chain", msg: "Unsupported chain" },
      ]);
    }
  });

  it("refuses a signature of another key, of another text, and of the wrong size", async () => {
    const [wallet, other] = [solanaWallet(), solanaWallet()];
    const text = message(wallet);
    expect(await grant(text, other.sign(text))).toMatchObject(invalidGrant(/does not match/));
    expect(await grant(text.replace("Version: 1", "Version: 1\nNonce: x"), wallet.sign(text))).toMatchObject(
      invalidGrant(/does not match/),
    );
    expect(await grant(text, new Uint8Array(64))).toMatchObject(invalidGrant(/does not match/));
    for (const signature of [wallet.sign(text).slice(1), "", "*".repeat(86), "A".repeat(5000)])
      expect((await grant(text, signature)).status).toBe(400);
    expect((await grant(text, Buffer.from(wallet.sign(text)).toString("base64url"))).status).toBe(200);
  });

  it.each([
    ["another address on the list's host", { URI: "@/elsewhere" }, /URI which is not allowed/],
    ["another app", { URI: "https://evil.example/", "@domain": "evil.example" }, /not allowed/],
    ["no TLS", { URI: "http://evil.example/", "@domain": "evil.example" }, /does not use HTTPS/],
    ["a domain that is not the URI's", { "@domain": "evil.example" }, /Domain that does not match/],
    ["a domain without the port", { "@domain": "127.0.0.1" }, /Domain that does not match/],
  ])("refuses a message signed for %s", async (_, change, words) => {
    const own = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value.replace(/^@/, world.url)]),
    );
    expect(await signed(solanaWallet(), own)).toMatchObject(invalidGrant(words));
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
    expect(await signed(solanaWallet(), change)).toMatchObject(invalidGrant(words));
  });

  it("takes a message up to ten minutes old, within the time it names", async () => {
    world.clock.set(world.clock.now());
    const at = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString();
    const change = {
      "Issued At": at(-600_000),
      "Not Before": at(-600_000),
      "Expiration Time": at(1000),
      "Request ID": "7",
    };
    expect((await signed(solanaWallet(), change)).status).toBe(200);
  });

  it.each([
    [{ Version: "2" }, /Version must be 1/],
    [{ Version: null, Nonce: "abc" }, /Version must be 1/],
    [{ URI: null, Nonce: "abc" }, /URI is missing/],
    [{ URI: "not an address" }, /URI in message is not valid/],
    [{ "Issued At": null, Nonce: "abc" }, /Issued At is missing/],
    [{ "Issued At": "yesterday, at about noon" }, /Issued At is not a valid time/],
    [{ "Chain ID": "solana:moonnet" }, /Chain ID is not valid/],
    [{ Role: "admin" }, /cannot be read/],
    [{ "@address": "0OIl".repeat(10) }, /base58/],
    [{ "@address": "1".repeat(33) }, /base58/],
    [{ "@domain": "a b.example" }, /domain in first line/],
  ])("says what is wrong with %j", async (change, words) => {
    expect(await signed(solanaWallet(), change as Record<string, string | null>)).toMatchObject(malformed(words));
  });

  it("says so of what is no message at all", async () => {
    const wallet = solanaWallet();
    const text = message(wallet);
    for (const [wrong, words] of [
      ["short", /too short/],
      [`${text}\n${"x".repeat(20 * 1024)}`, /20KB/],
      ["x".repeat(100), /6 lines/],
      [text.replace("Solana", "Ethereum"), /first line/],
      [text.replace("\n\n", "\nnot empty\n"), /third line/],
      [`${text}\nVersion: 1`, /twice/],
    ] as const)
      expect(await grant(wrong, wallet.sign(wrong))).toMatchObject(malformed(words));
  });

  it("is bounded by address, and can be turned off", async () => {
    const apart = await startIdentity({ IDENTITY_WEB3: "false", IDENTITY_RATE_LIMIT_FACTOR: "1" });
    const { error } = await apart
      .client()
      .signInWithWeb3({ chain: "solana", wallet: solanaWallet().wallet, options: { url: page() } } as never);
    expect(error).toMatchObject({ status: 422, code: "web3_provider_disabled" });
    const unread = await apart.call("POST", "token?grant_type=web3", { chain: "ethereum", message: 1, signature: 2 });
    expect([unread.status, ((await unread.json()) as { error_code: string }).error_code]).toEqual([
      422,
      "web3_provider_disabled",
    ]);
    expect(await (await apart.call("GET", "settings")).json()).toMatchObject({ external: { web3: false } });
    await apart.stop();
    const limited = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "1" });
    limited.clock.set(new Date());
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++)
      statuses.push((await limited.call("POST", "token?grant_type=web3", { chain: "solana" })).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([400, 429]);
    await limited.stop();
  });
});
