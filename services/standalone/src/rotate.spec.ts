/** Each secret of an installation, replaced. @run all */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentsService } from "@tessera/service-agents";
import { type ApplicationOptions, createApplication, type OpenDatabase } from "@tessera/service-kit";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { placeOf } from "../../agents/src/providers/provider-key.ts";
import { Keyring } from "../../agents/src/secret/keyring.ts";
import { DeployTokens } from "../../releases/src/deploy-tokens.ts";
import { rotate } from "./rotate.ts";
import { services } from "./services.ts";

let database: OpenDatabase;
let options: ApplicationOptions;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tessera-rotate-"));
  database = await openTestDatabase();
  const PORT = String(await freePort());
  options = { database, environment: { NODE_ENV: "test", LOG_LEVEL: "silent", DATA_DIR: dataDir, PORT } };
  const product = await createApplication(services({}), options);
  await product.nest.get(DeployTokens, { strict: false }).ensure(["items"]);
  await product.close();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const read = async (query: string) =>
  (await database.pool.query<{ value: string }>(query)).rows.map(({ value }) => value);
const tokens = () => JSON.parse(readFileSync(join(dataDir, "deploy-tokens.json"), "utf8")) as Record<string, string>;

describe("a secret of an installation whose product is stopped", () => {
  it("is a signing key: the one before it is kept, unless all are forgotten at once", async () => {
    const kids = () => read("select kid as value from identity.signing_keys");
    const [before] = await kids();
    await rotate(["signing-keys"], options);
    expect(await kids()).toHaveLength(2);
    expect(await kids()).toContain(before);
    await rotate(["signing-keys", "--at-once"], options);
    expect(await kids()).toHaveLength(1);
    expect(await kids()).not.toContain(before);
  });

  it("is the identity secret: nothing that it seals is made again", async () => {
    const kept = () => readFileSync(join(dataDir, "identity.secret"), "utf8");
    const [before, keys] = [kept(), await read("select sealed_private_jwk::text as value from identity.signing_keys")];
    expect(await rotate(["identity-secret"], options)).toBe("There is a new identity secret in the data folder.");
    expect(kept()).not.toBe(before);
    expect(await read("select sealed_private_jwk::text as value from identity.signing_keys")).toEqual(keys);
    expect(await rotate(["identity-secret", "--at-once"], options)).toContain("start the product again");
    expect(await read("select sealed_private_jwk::text as value from identity.signing_keys")).not.toEqual(keys);
  });

  it("is the secret of the agents: keys of model providers are sealed with the new one", async () => {
    const kept = () => readFileSync(join(dataDir, "agents.secret"), "utf8");
    const [userId, id] = [randomUUID(), randomUUID()];
    const place = placeOf(userId, id);
    const before = kept();
    const { bytes, keyId } = new Keyring([before]).seal("sk-1", place);
    await database.pool.query(
      `insert into agents.provider (id, user_id, name, kind, base_url, sealed_key, key_id, created_at)
       values ($1, $2, 'One', 'openai-compatible', 'https://models.example/v1', $3, $4, now())`,
      [id, userId, bytes, keyId],
    );
    expect(await rotate(["agents-secret"], options)).toContain("There is a new secret in the data folder");
    expect([kept() === before, kept().split("\n")]).toEqual([false, [expect.stringMatching(/^[\w-]{43}$/)]]);
    const [sealed, by] = await Promise.all([
      database.pool.query<{ value: Buffer }>("select sealed_key as value from agents.provider"),
      read("select key_id as value from agents.provider"),
    ]);
    const opened = new Keyring([kept()]).open({ keyId: by[0]!, bytes: Buffer.from(sealed.rows[0]!.value) }, place);
    expect(opened).toBe("sk-1");
    // Cut off between the two: both are kept, and the next start seals again.
    writeFileSync(join(dataDir, "agents.secret"), `${before}\n${kept()}`);
    const product = await createApplication([agentsService], options);
    await product.close();
    expect(await read("select key_id as value from agents.provider")).toEqual([new Keyring([before]).currentId]);
    const AGENTS_SECRET = "a secret of more than thirty-two letters";
    const byVariable = { ...options, environment: { ...options.environment, AGENTS_SECRET } };
    expect(await rotate(["agents-secret"], byVariable)).toContain("AGENTS_SECRET_BEFORE");
  });

  it("is the signer of releases: the key before it is kept", async () => {
    await rotate(["release-signer"], options);
    expect(await read("select name as value from releases.signing_key")).toHaveLength(2);
  });

  it("is a deploy token: printed, kept in the data folder, and in the log of releases", async () => {
    const before = tokens().items;
    const said = await rotate(["deploy-token", "items"], options);
    expect(tokens().items).not.toBe(before);
    expect(said).toContain(tokens().items);
    expect(await read("select actor as value from releases.audit where action = 'token_rotated'")).toEqual([
      "npm run secrets",
    ]);
  });

  it("is the key of notifications: made again, or said to be a variable", async () => {
    const key = () => read("select public_key as value from settings.push_key");
    await rotate(["push-key"], options);
    const before = await key();
    expect(await rotate(["push-key"], options)).toContain("There is a new key of notifications.");
    expect(await key()).toHaveLength(1);
    expect(await key()).not.toEqual(before);
    const environment = { ...options.environment, PUSH_KEY: Buffer.alloc(32, 7).toString("base64url") };
    expect(await rotate(["push-key"], { ...options, environment })).toContain("PUSH_KEY is a variable");
  });

  it("is the key of the sandbox", async () => {
    const key = () => read("select secret_key as value from stripe_sandbox.installation");
    const before = await key();
    await rotate(["sandbox-key"], options);
    expect(await key()).toHaveLength(1);
    expect(await key()).not.toEqual(before);
  });

  it("is refused by name when there is no such secret", async () => {
    await expect(rotate(["everything"], options)).rejects.toThrow(/no "everything" to rotate.*signing-keys/);
    await expect(rotate(["deploy-token"], options)).rejects.toThrow(/Name the app/);
  });
});
