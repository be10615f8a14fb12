import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { jest } from "@jest/globals";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { KitConfig } from "../config/kit-config.ts";
import { LruCache } from "../lru-cache.ts";
import type { TokenMark } from "../sessions/ended-tokens.ts";
import { TokenVerifier } from "./caller.ts";

let server: Server;
let url: string;
let key: CryptoKey;
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  key = privateKey;
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "test", alg: "ES256", use: "sig" }] };
  server = createServer((_, response) => response.setHeader("content-type", "application/json").end(JSON.stringify(keys)));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => new Promise<void>((done) => server.close(() => done())));

const sign = (claims: object = {}) =>
  new SignJWT({ role: "authenticated", session_id: randomUUID(), ...claims })
    .setProtectedHeader({ alg: "ES256", kid: "test" })
    .setIssuer(url)
    .setAudience("authenticated")
    .setSubject(randomUUID())
    .setExpirationTime("5m")
    .sign(key);

function start() {
  const ended = new Set<string>();
  const has = async ({ sessionId }: TokenMark) => ended.has(sessionId!);
  const verifier = new TokenVerifier({ identityUrl: url, jwksUrl: `${url}/.well-known/jwks.json` } as KitConfig, { has } as never);
  return { verifier, ended, signatures: jest.spyOn(crypto.subtle, "verify") };
}

it("checks a token's signature once, and whether its session has ended each time", async () => {
  const { verifier, ended, signatures } = start();
  const token = await sign();
  const { sessionId } = await verifier.verify(token);
  expect(await verifier.verify(token)).toMatchObject({ sessionId, accessToken: token });
  expect(signatures).toHaveBeenCalledTimes(1);
  ended.add(sessionId!);
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: "session_ended" });
  expect(await verifier.identify(token, 0)).toMatchObject({ sessionId });
});

it("takes a token that it knows no longer than until it expires", async () => {
  const { verifier } = start();
  const token = await sign();
  await verifier.verify(token);
  const later = new Date(Date.now() + 301_000);
  jest.useFakeTimers({ now: later, doNotFake: ["nextTick", "setImmediate", "setTimeout", "queueMicrotask"] });
  try {
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: "bad_jwt", detail: expect.stringContaining("expired") });
    expect(await verifier.identify(token, 60)).toMatchObject({ accessToken: token });
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: "bad_jwt" });
  } finally {
    jest.useRealTimers();
  }
});

it("knows no token by another with the same head and claims", async () => {
  const { verifier } = start();
  const token = await sign();
  await verifier.verify(token);
  const [head, claims, signature] = token.split(".") as [string, string, string];
  const forged = `${head}.${claims}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  await expect(verifier.verify(forged)).rejects.toMatchObject({ code: "bad_jwt", detail: "Invalid JWT signature" });
});

it("refuses a known token whose person owes a second factor", async () => {
  const { verifier } = start();
  const token = await sign({ aal: "aal1", next_aal: "aal2" });
  for (const _ of [1, 2]) await expect(verifier.verify(token)).rejects.toMatchObject({ code: "insufficient_aal" });
});

it("lets in no client token but by a scope that opens what is asked for, and names what is missing", async () => {
  const { verifier } = start();
  const of = (scope?: string) => sign({ client_id: "reader", ...(scope === undefined ? {} : { scope }) });
  const opening = ["tessera:read", "tessera:write"];
  for (const scope of [undefined, "", "openid email", "tessera:readonly", "tessera", "TESSERA:READ"])
    await expect(verifier.verify(await of(scope), opening)).rejects.toMatchObject({
      code: "insufficient_scope",
      extra: { headers: { "www-authenticate": 'Bearer error="insufficient_scope", scope="tessera:read"' } },
    });
  expect(await verifier.verify(await of("openid tessera:write"), opening)).toMatchObject({ clientId: "reader" });
  const all = await of("tessera:read tessera:write");
  await expect(verifier.verify(all)).rejects.toMatchObject({ code: "insufficient_scope" });
  await expect(verifier.identify(all, 60)).rejects.toMatchObject({ code: "insufficient_scope" });
  expect(await verifier.verify(await sign())).toMatchObject({ clientId: null });
});

it("gives no client a person's roles or address, by which they administer", async () => {
  const { verifier } = start();
  const claims = { email: "boss@example.com", app_metadata: { roles: ["admin"] } };
  expect(await verifier.verify(await sign(claims))).toMatchObject({ email: "boss@example.com", roles: ["admin"] });
  const token = await sign({ ...claims, client_id: "reader", scope: "tessera:write" });
  expect(await verifier.verify(token, ["tessera:write"])).toMatchObject({ email: "", roles: [] });
});

it("keeps so many entries, and of them those used last", () => {
  const cache = new LruCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.size]).toEqual([1, undefined, 3, 2]);
});
