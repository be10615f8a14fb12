import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader, importJWK, type JWK, SignJWT } from "jose";
import { startIdentity } from "../../testing/identity-world.ts";
import { FileKey } from "./fixed-keys.ts";

const SECRET = "a secret that an installation shares with its services";

describe("a fixed signing key", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-key-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const jwk = {
    ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
    kid: randomUUID(),
    alg: "RS256",
    key_ops: ["sign", "verify"],
  } as JWK;

  it("from a file signs tokens, is published without its private half, and signs service keys", async () => {
    const file = join(folder, "key.json");
    writeFileSync(file, JSON.stringify([jwk]));
    const world = await startIdentity({ IDENTITY_SIGNING_KEY_FILE: file });
    const { session, auth } = await world.person();
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: "RS256", kid: jwk.kid });
    const { keys } = (await (await world.call("GET", ".well-known/jwks.json")).json()) as { keys: JWK[] };
    expect(keys).toEqual([
      { kty: "RSA", kid: jwk.kid, alg: "RS256", n: jwk.n, e: jwk.e, use: "sig", key_ops: ["verify"] },
    ]);
    expect((await auth.getClaims()).error).toBeNull();
    const key = await importJWK({ ...jwk, key_ops: ["sign"] }, "RS256");
    const signed = (role: string) =>
      new SignJWT({ role }).setProtectedHeader({ alg: "RS256", kid: jwk.kid }).setSubject("1234567890").sign(key);
    const list = async (role: string) =>
      (await world.call("GET", "admin/users", undefined, { authorization: `Bearer ${await signed(role)}` })).status;
    expect([await list("supabase_admin"), await list("service_role"), await list("anon")]).toEqual([200, 200, 403]);
    await world.stop();
  });

  it("that is a shared secret publishes nothing", async () => {
    const world = await startIdentity({ IDENTITY_JWT_SECRET: SECRET });
    const { session, auth } = await world.person();
    expect(decodeProtectedHeader(session.access_token).alg).toBe("HS256");
    expect(await (await world.call("GET", ".well-known/jwks.json")).json()).toEqual({ keys: [] });
    expect((await auth.getUser()).error).toBeNull();
    await world.stop();
  });

  it("is refused with the variable's name when the file is not a private key", async () => {
    const file = join(folder, "public.json");
    writeFileSync(file, JSON.stringify({ kty: "RSA", kid: "a", alg: "RS256", n: jwk.n, e: jwk.e }));
    await expect(FileKey.load(file)).rejects.toThrow(/IDENTITY_SIGNING_KEY_FILE/);
    await expect(FileKey.load(join(folder, "missing.json"))).rejects.toThrow(/IDENTITY_SIGNING_KEY_FILE/);
  });
});
