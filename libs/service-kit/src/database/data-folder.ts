import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { withoutValues } from "./database-error.ts";
import { EmbeddedPool } from "./embedded-pool.ts";
import { StartError } from "./start-error.ts";

/** In the data folder since it has held a database: without one it was lost, not new. */
const MARKER = "has-database";
/** Major version of PostgreSQL inside PGlite: it opens the files of no other. */
const POSTGRES = "18";

/**
 * Makes the data folder, and makes it private: it holds hashes of passwords and people's notes. Modes that let others
 * in are mended, with a line in the log.
 * @throws StartError
 */
export function prepareDataFolder(dataDir: string, log?: Log): void {
  process.umask(0o077); // of what is created from now on
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, ".write-check");
    writeFileSync(probe, "probe");
    rmSync(probe);
    const mended = makePrivate(dataDir);
    if (mended)
      log?.warn({ folder: dataDir, mended }, "Others could read files of the data folder; they are private now");
  } catch (error) {
    throw new StartError(folderSentence(dataDir, error as NodeJS.ErrnoException), { cause: error });
  }
}

/** Takes the rights of everybody else away from all below `path`. @returns how many files and folders had some */
function makePrivate(path: string): number {
  const { mode } = lstatSync(path);
  if ((mode & 0o170000) === 0o120000) return 0; // a link has no mode of its own, and what it names is not ours
  const isOpen = (mode & 0o077) !== 0;
  if (isOpen) chmodSync(path, mode & 0o700);
  const isFolder = (mode & 0o170000) === 0o040000;
  const below = isFolder ? readdirSync(path).reduce((sum, name) => sum + makePrivate(join(path, name)), 0) : 0;
  return below + (isOpen ? 1 : 0);
}

/** Opens the database in the data folder, a new one where none has been. @throws StartError with what to do */
export async function openDatabaseFolder(dataDir: string): Promise<EmbeddedPool> {
  const [folder, marker] = [join(dataDir, "database"), join(dataDir, MARKER)];
  const found = existsSync(folder) ? readdirSync(folder) : [];
  if (!found.length && existsSync(marker))
    throw new StartError(
      `The database is gone: ${folder} is missing or empty, but ${dataDir} (DATA_DIR) has held one. Restore a copy of the whole data ` +
        `folder. To begin again without any data, set DATA_DIR to a new folder.`,
    );
  if (found.length) refuseOtherVersion(dataDir, folder);
  try {
    const pool = await EmbeddedPool.open(folder);
    writeFileSync(marker, "This data folder holds a database, in the folder beside this file.\n", { mode: 0o600 });
    return pool;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (/^E[A-Z]+$/.test(code))
      throw new StartError(folderSentence(dataDir, error as NodeJS.ErrnoException), { cause: withoutValues(error) });
    throw new StartError(damaged(dataDir, folder, existsSync(marker)), { cause: withoutValues(error) });
  }
}

function refuseOtherVersion(dataDir: string, folder: string): void {
  const file = join(folder, "PG_VERSION");
  if (!existsSync(file)) throw new StartError(damaged(dataDir, folder, existsSync(join(dataDir, MARKER))));
  const version = readFileSync(file, "utf8").trim();
  if (version === POSTGRES) return;
  throw new StartError(
    `The database in ${folder} (DATA_DIR) is of PostgreSQL ${version.slice(0, 20)}, this version of Tessera holds PostgreSQL ${POSTGRES}. ` +
      "Start the version of Tessera that wrote it, or restore a copy that this one wrote.",
  );
}

function damaged(dataDir: string, folder: string, hasWorked: boolean): string {
  const advice = hasWorked
    ? `Restore a copy of the whole data folder ${dataDir} (DATA_DIR); nothing in it was changed.`
    : `If Tessera never started with ${dataDir} (DATA_DIR) before, its first start was interrupted: delete ${folder}. Else restore a copy.`;
  return `The database in ${folder} is damaged and cannot be opened. ${advice}`;
}

function folderSentence(dataDir: string, { code = "", message }: NodeJS.ErrnoException): string {
  const folder = `The data folder ${dataDir} (DATA_DIR)`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `${folder} cannot be written by this user. Give the user the folder, or set DATA_DIR to one of its own.`;
  if (code === "ENOTDIR" || code === "EEXIST") return `${folder} is not a folder. Set DATA_DIR to a folder.`;
  if (code === "ENOSPC" || code === "EDQUOT") return `${folder} is on a full disk. Make room and start again.`;
  return `${folder} cannot be used: ${message}`;
}
