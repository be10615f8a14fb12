import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where an installation without IDENTITY_SECRET keeps it, and its successor until that counts. */
const fileOf = (dataDir: string) => join(dataDir, "identity.secret");
const nextOf = (dataDir: string) => join(dataDir, "identity.secret.next");

const make = (file: string, flag: "w" | "wx") =>
  writeFileSync(file, randomBytes(32).toString("base64url"), { flag, mode: 0o600, flush: true });

/** The secret in the data folder, made at the first start. @throws Error when the file is damaged */
export function keptIn(dataDir: string): Buffer {
  const file = fileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    make(file, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const kept = readFileSync(file);
  if (kept.length < 32)
    throw new Error(
      `${file} is damaged: remove it (open sessions stay; codes in mails already sent do not work any more)`,
    );
  return kept;
}

/** The successor of the kept secret; null where there is none. */
export function keptNext(dataDir: string): Buffer | null {
  try {
    const next = readFileSync(nextOf(dataDir));
    return next.length < 32 ? null : next;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Makes a successor, on the disk before anything is sealed with it. */
export function makeNext(dataDir: string): Buffer {
  make(nextOf(dataDir), "w");
  return keptNext(dataDir)!;
}

/** The successor takes the secret's place; another process may have done that meanwhile. */
export function promoteNext(dataDir: string): void {
  try {
    renameSync(nextOf(dataDir), fileOf(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
