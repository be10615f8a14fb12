import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Inject, Injectable } from "@nestjs/common";
import { badDeployToken } from "@tessera/contracts-releases/problems.ts";
import { CONFIG, type KitConfig, problem } from "@tessera/service-kit";
import { AppStore } from "./apps/app.store.ts";
import { kindOf } from "./apps/release-check.ts";

const hashOf = (token: string) => createHash("sha256").update(token).digest();
/** Compared with when an app is unknown, so that the answer takes as long. */
const NOBODY = hashOf(randomBytes(32).toString("hex"));

/**
 * Each app has a token that can publish it and nothing else. The registry keeps its hash; the data folder a copy for
 * local use.
 */
@Injectable()
export class DeployTokens {
  private readonly file: string;
  private replacing = Promise.resolve();
  constructor(
    @Inject(CONFIG) config: KitConfig,
    private readonly store: AppStore,
  ) {
    this.file = path.join(config.dataDir, "deploy-tokens.json");
  }

  /** Makes the apps that are not known yet, each with its token. @returns their names */
  async ensure(apps: string[]): Promise<string[]> {
    const kept = await this.read();
    const tokens = { ...kept };
    const made: string[] = [];
    for (const name of apps) {
      const { token, hash } = kept[name] ? { token: kept[name], hash: hashOf(kept[name]) } : this.make();
      if (!(await this.store.insert({ name, kind: kindOf(name), owner: "", redirectOrigins: [] }, hash))) continue;
      tokens[name] = token;
      made.push(name);
    }
    if (JSON.stringify(tokens) !== JSON.stringify(kept)) await this.write(tokens);
    return made;
  }

  make(): { token: string; hash: Buffer } {
    // Begins with a letter: what begins with a dash is an option to a command, and one token of 64 did.
    const token = `tessera_${randomBytes(32).toString("base64url")}`;
    return { token, hash: hashOf(token) };
  }

  /** Keeps the local copy of a token true: null removes it. An app without a copy here gets none. */
  replaceCopy(app: string, token: string | null): Promise<void> {
    // One after the other: two changes of the file at once would lose one of them.
    this.replacing = this.replacing
      .catch(() => undefined)
      .then(async () => {
        const { [app]: before, ...others } = await this.read();
        if (before !== undefined) await this.write(token === null ? others : { ...others, [app]: token });
      });
    return this.replacing;
  }

  /** @throws ProblemException 401 unless the header carries the app's own token */
  async check(app: string, authorization: string | undefined): Promise<void> {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
    const expected = await this.store.tokenHash(app);
    const right = timingSafeEqual(hashOf(token), expected ?? NOBODY);
    if (!right || !expected)
      throw problem(
        badDeployToken,
        { app },
        {
          headers: { "www-authenticate": "Bearer" },
        },
      );
  }

  private async write(tokens: Record<string, string>): Promise<void> {
    const draft = `${this.file}.part`;
    await writeFile(draft, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, this.file);
  }

  private async read(): Promise<Record<string, string>> {
    try {
      return JSON.parse(await readFile(this.file, "utf8")) as Record<string, string>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
      throw error;
    }
  }
}
