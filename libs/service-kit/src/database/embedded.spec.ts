/** The embedded database itself, wherever it runs. @databases one */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { sql } from "drizzle-orm";
import { createApplication } from "../application.ts";
import { Database, EmbeddedPool, openDatabase } from "../index.ts";
import { Log } from "../log.ts";
import { openEarly } from "./open-early.ts";

const folders: string[] = [];
const freshFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-embedded-"));
  folders.push(folder);
  return folder;
};
/** A data folder that has been started once and ended in order: copies of one, as making a database takes seconds. */
let started: string;
const usedFolder = () => {
  const folder = join(freshFolder(), "data");
  cpSync(started, folder, { recursive: true });
  return folder;
};
beforeAll(async () => {
  started = join(freshFolder(), "data");
  mkdirSync(started);
  await (await EmbeddedPool.open(join(started, "database"), await emptyDatabase())).end();
  await (await open(started)).close();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const open = (dataDir: string, log?: Log) => openDatabase({ databaseUrl: undefined, dataDir }, log);
/** Why a start is refused. */
const refusal = (dataDir: string) =>
  open(dataDir).then(
    () => "opened",
    (error: Error) => `${error.name}: ${error.message}`,
  );
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));

describe("the embedded database", () => {
  it("is opened again when it gives up, with everything that was acknowledged, and listens again", async () => {
    const dataDir = usedFolder();
    const opened = await open(dataDir);
    const database = Database.over(opened.pool, "kit");
    await opened.pool.query("create table public.row (writer integer, n integer)");
    const received: string[] = [];
    let resumed = 0;
    let waiting: (() => void)[] = [];
    const back = () => new Promise<void>((wake) => waiting.push(wake));
    await opened.listen(
      "words",
      (word) => received.push(word),
      () => {
        resumed++;
        const woken = waiting;
        waiting = [];
        for (const wake of woken) wake();
      },
    );

    const acknowledged: string[] = [];
    const write = async (writer: number, n: number) => {
      await database.system((tx) => tx.execute(sql`insert into public.row values (${writer}, ${n})`));
      acknowledged.push(`${writer}/${n}`);
    };
    const writer = async (id: number) => {
      for (let n = 0; resumed < 2 || n % 10; n++)
        await write(id, n).catch((error) => {
          expect(error).toMatchObject({ name: "DatabaseError", kind: "unavailable" });
          return resumed < 2 ? back() : undefined;
        });
    };
    const writers = [1, 2, 3, 4].map(writer);
    // What PostgreSQL cannot write at a checkpoint makes it give up (PANIC), as a full disk does.
    const inTheWay = join(dataDir, "database/pg_logical/replorigin_checkpoint.tmp");
    for (let round = 1; round <= 2; round++) {
      for (let n = 0; n < 10; n++) await write(10 + round, n);
      const again = back();
      mkdirSync(inTheWay);
      await expect(opened.pool.query("checkpoint")).rejects.toMatchObject({ kind: "unavailable" });
      rmSync(inTheWay, { recursive: true });
      await again;
    }
    await Promise.all(writers);
    const { rows } = await opened.pool.query<{ id: string; n: number }>(
      "select writer || '/' || n as id, count(*)::int as n from public.row group by 1",
    );
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
    expect(resumed).toBe(2);
    await opened.pool.query("notify words, 'after'");
    expect(received).toEqual(["after"]);
    await opened.close();
  });

  it("does not take a text with the word of a fatal error for one", async () => {
    const pool = await EmbeddedPool.open("memory://");
    const words = ["SFATAL", "VPANIC\u0001SPANIC", "E SFATAL"];
    for (const word of words)
      expect((await pool.query("select $1::text as word, 1 as n", [word])).rows[0].word).toBe(word);
    expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
    await pool.end();
  });
});

describe("a database that is opened before the services are loaded", () => {
  it("is the one that the start continues with, and ends with it", async () => {
    const environment = { NODE_ENV: "test", LOG_LEVEL: "silent", DATA_DIR: usedFolder() };
    const opening = openEarly(environment);
    expect(opening).not.toBeNull();
    // Another one would be refused: the folder is in use.
    const application = await createApplication([], { environment, opening });
    await application.close();
    await (await open(environment.DATA_DIR)).close();
  });

  it("is not made, and not opened where the start is going to be refused or a server has it", () => {
    const empty = freshFolder();
    expect(openEarly({ DATA_DIR: empty })).toBeNull();
    expect(readdirSync(empty)).toEqual([]);
    expect(openEarly({ DATA_DIR: started, PORT: "none" })).toBeNull();
    expect(openEarly({ DATA_DIR: started, DATABASE_URL: "postgres://localhost/tessera" })).toBeNull();
  });
});

describe("the data folder", () => {
  it("is private, with all that is below it, and mended where it was not", async () => {
    const loose = () => [dataDir, ...filesBelow(dataDir)].filter((path) => statSync(path).mode & 0o077);
    let dataDir = started;
    expect(loose()).toEqual([]);
    dataDir = usedFolder();
    for (const path of [dataDir, join(dataDir, "database"), join(dataDir, "database/PG_VERSION")])
      chmodSync(path, 0o755);
    const lines: string[] = [];
    const second = await open(dataDir, new Log("warn", { write: (line) => void lines.push(line) }));
    expect(loose()).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ folder: dataDir, mended: 3 })]);
    await second.close();
  });

  it("is private as well when the database is on a server", async () => {
    const dataDir = freshFolder();
    mkdirSync(join(dataDir, "files"));
    writeFileSync(join(dataDir, "files/note"), "");
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, "files/note"), 0o644);
    const DATABASE_URL = `postgres://nobody:secret@127.0.0.1:${await freePort()}/tessera`;
    const environment = { NODE_ENV: "test", LOG_LEVEL: "silent", DATA_DIR: dataDir, DATABASE_URL };
    // The folder comes before the server, which need not be there.
    await expect(createApplication([], { environment })).rejects.toThrow("cannot be reached");
    expect([dataDir, ...filesBelow(dataDir)].filter((path) => statSync(path).mode & 0o077)).toEqual([]);
  });

  it("whose database is gone, damaged, incomplete or of another version is refused by name, and left as it is", async () => {
    const dataDir = usedFolder();
    const database = join(dataDir, "database");

    writeFileSync(join(database, "PG_VERSION"), "19\n");
    expect(await refusal(dataDir)).toMatch(
      `StartError: The database in ${database} (DATA_DIR) is of PostgreSQL 19, this version of Tessera holds`,
    );
    rmSync(join(database, "PG_VERSION"));
    expect(await refusal(dataDir)).toBe(
      `StartError: The database in ${database} is damaged and cannot be opened. ` +
        `Restore a copy of the whole data folder ${dataDir} (DATA_DIR); nothing in it was changed.`,
    );
    rmSync(database, { recursive: true });
    const gone = `StartError: The database is gone: ${database} is missing or empty, but ${dataDir} (DATA_DIR) has held one.`;
    expect(await refusal(dataDir)).toMatch(gone);
    mkdirSync(database);
    expect(await refusal(dataDir)).toMatch(gone);
    expect(readdirSync(database)).toEqual([]);
  });

  it("that is no folder, or cannot be made, is refused with what to do", async () => {
    const file = join(freshFolder(), "file");
    writeFileSync(file, "");
    expect(await refusal(file)).toBe(
      `StartError: The data folder ${file} (DATA_DIR) is not a folder. Set DATA_DIR to a folder.`,
    );
    // Nobody makes a folder there, not even root.
    expect(await refusal("/sys/tessera")).toBe(
      "StartError: The data folder /sys/tessera (DATA_DIR) cannot be written by this user. " +
        "Give the user the folder, or set DATA_DIR to one of its own.",
    );
  });
});
