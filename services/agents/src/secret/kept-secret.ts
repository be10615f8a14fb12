import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileIn = (dataDir: string) => join(dataDir, "agents.secret");
const newSecret = () => randomBytes(32).toString("base64url");

/**
 * The secrets of an installation without AGENTS_SECRET, in its data folder, the present one first; one is made at the
 * first start. There is a second one only where its replacement was cut off.
 * @throws Error when the file is damaged
 */
export function keptSecrets(dataDir: string): string[] {
  const file = fileIn(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, newSecret(), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const kept = readFileSync(file, "utf8").split("\n").filter(Boolean);
  if (!kept.length || kept.some((secret) => secret.length < 32))
    throw new Error(`${file} is damaged: remove it (keys of model providers have to be entered again)`);
  return kept;
}

/**
 * Puts a new secret before those that are kept, and keeps it alone once `seal` has ended.
 * @param seal what these secrets seal is sealed with the first one of them
 */
export async function replaceKept(dataDir: string, seal: (secrets: string[]) => Promise<void>): Promise<void> {
  const file = fileIn(dataDir);
  const write = (secrets: string[]) => {
    writeFileSync(`${file}.new`, secrets.join("\n"), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  };
  const secrets = [newSecret(), ...keptSecrets(dataDir)];
  write(secrets);
  await seal(secrets);
  write(secrets.slice(0, 1));
}
