/** The installation's secret, replaced, cut off anywhere and leaked. @run all */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "@tessera/service-kit";
import { totp, withTotp } from "../../testing/codes.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../../testing/identity-world.ts";
import type { IdentityConfig } from "../config/identity-config.ts";
import { RootKey } from "./root-key.ts";
import { sealedColumns } from "./sealed-columns.ts";
import { Secret } from "./secret.ts";

describe("the installation's secret", () => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await startIdentity();
  });
  afterEach(() => world.stop());

  const file = (name = "identity.secret") => join(world.dataDir, name);
  const rotate = (options = {}) => world.application.nest.get(RootKey, { strict: false }).rotate(options);
  const rows = async (query: string) => (await world.database.system((tx) => tx.execute(query))).rows;
  const sealedRoot = async () => {
    const [row] = await rows("select encode(sealed_root, 'hex') as hex from identity.root_key");
    return Buffer.from(String(row!.hex), "hex");
  };

  /** Somebody with all that the secret protects. */
  async function person() {
    const someone = await world.person();
    const { id, secret, session } = await withTotp(world, someone.auth);
    const headers = { authorization: `Bearer ${session!.access_token}` };
    const made = await world.call("POST", "factors/recovery-codes", undefined, headers);
    const { codes } = (await made.json()) as { codes: string[] };
    return { ...someone, factorId: id, secret, codes, undo: (await world.mail(someone.email)).undo };
  }
  const goesOn = async ({ auth, secret, email, factorId }: Awaited<ReturnType<typeof person>>) => {
    world.clock.advance(30_000);
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.getUser()).data.user?.email).toBe(email);
    const again = world.client();
    await again.signInWithPassword({ email, password: PASSWORD });
    expect((await again.mfa.challengeAndVerify({ factorId, code: totp(world, secret) })).error).toBeNull();
    return again;
  };
  const redeems = async ({ email, codes }: Awaited<ReturnType<typeof person>>, which: number) => {
    const half = world.client();
    const { data } = await half.signInWithPassword({ email, password: PASSWORD });
    const headers = { authorization: `Bearer ${data.session!.access_token}` };
    return (await world.call("POST", "factors/recovery-codes/verify", { code: codes[which] }, headers)).status;
  };

  it("is replaced without anybody noticing, while the product runs and after it started again", async () => {
    const someone = await person();
    const before = readFileSync(file());
    await rotate();
    await goesOn(someone);
    await world.restart();
    await goesOn(someone);
    expect(await redeems(someone, 0)).toBe(200);
    const after = readFileSync(file());
    expect(after.equals(before)).toBe(false);
    const sealed = await sealedRoot();
    expect(new Secret(before).open("root key", sealed)).toBeNull();
    expect(new Secret(after).open("root key", sealed)).not.toBeNull();
    expect(existsSync(file("identity.secret.next"))).toBe(false);
  });

  it("may be cut off anywhere: the old or the new one opens everything, and the next rotation goes through", async () => {
    const someone = await person();
    const old = readFileSync(file());
    writeFileSync(file("identity.secret.next"), "n".repeat(43)); // before anything was sealed with it
    await world.restart();
    await goesOn(someone);
    await rotate();
    const current = readFileSync(file());
    renameSync(file(), file("identity.secret.next")); // after it was, before the files were exchanged
    writeFileSync(file(), old);
    await world.restart();
    await goesOn(someone);
    expect(readFileSync(file()).equals(current)).toBe(true);

    renameSync(file(), file("identity.secret.next"));
    writeFileSync(file(), old);
    await rotate();
    expect(readFileSync(file()).equals(current)).toBe(false);
    await world.restart();
    await goesOn(someone);
    writeFileSync(file("identity.secret.next"), "cut"); // while it was written
    await world.restart();
    await goesOn(someone);
  });

  it("after a leak takes another root key: sessions and factors stay, what was hashed with the old one ends", async () => {
    const someone = await person();
    const leaked = readFileSync(file());
    const { key } = await world.admin();
    await rotate({ atOnce: true });
    await world.restart();
    await goesOn(someone);
    const [row] = await rows("select encode(sealed_private_jwk, 'hex') as hex from identity.signing_keys");
    expect(new Secret(leaked).open("signing key", Buffer.from(String(row!.hex), "hex"))).toBeNull();
    expect(await redeems(someone, 1)).toBe(422);
    expect((await world.call("GET", "admin/users", undefined, { authorization: `Bearer ${key}` })).status).toBe(403);
    const undone = await world.call("POST", "undo", { token: someone.undo, password: PASSWORD });
    expect(undone.status).toBe(200);
  });

  it("seals what the list says, and nothing else", async () => {
    const found = await rows(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'identity' and column_name like 'sealed%' and data_type = 'bytea' order by 1`,
    );
    const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(found.map(({ name }) => name)).toEqual([...listed, "root_key.sealed_root"].sort());
  });

  describe("in a variable", () => {
    const [first, second] = ["first secret of thirty-two letters", "second secret of thirty-two letters"];
    const warned: string[] = [];
    const log = { info() {}, warn: (_: object, words: string) => warned.push(words) } as unknown as Log;
    const keyOf = (secret: string, secretNext?: string) =>
      new RootKey({ secret, secretNext, dataDir: "" } as IdentityConfig, world.database, world.clock, log);
    const macOf = async (key: RootKey) => (await key.load()).mac("test").toString("hex");

    it("is replaced by its successor; processes that know both start before and after", async () => {
      await rows("delete from identity.root_key");
      const mac = await macOf(keyOf(first));
      expect(await macOf(keyOf(first, second))).toBe(mac);
      await expect(keyOf(first).rotate()).rejects.toThrow(/IDENTITY_SECRET_NEXT: must be set/);
      await keyOf(first, second).rotate();
      await keyOf(first, second).rotate(); // once more after it was cut off
      expect(await Promise.all([keyOf(first, second), keyOf(second)].map(macOf))).toEqual([mac, mac]);
      expect(warned).toEqual([]);
    });

    it("that is wrong spoils nothing for the right one", async () => {
      await rows("delete from identity.root_key");
      const mac = await macOf(keyOf(first));
      expect(await macOf(keyOf(second))).not.toBe(mac);
      expect(warned).toEqual([expect.stringContaining("does not open the root key")]);
      await expect(keyOf(second, first.toUpperCase()).rotate()).rejects.toThrow(/is not the one of this database/);
      expect(await macOf(keyOf(first))).toBe(mac);
    });
  });
});
