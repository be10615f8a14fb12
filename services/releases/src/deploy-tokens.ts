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

/** Each app has a token that can publish it and nothing else. The registry keeps its hash; the data folder a copy for local use. */
@Injectable()
export class DeployTokens {
  private readonly file: string;
  constructor(
    @Inject(CONFIG) config: KitConfig,
    private readonly store: AppStore,
  ) {
    this.file = path.join(config.dataDir, "deploy-tokens.json");
  }

  /** Makes the tokens of apps that are not known yet. */
  async ensure(apps: string[]): Promise<void> {
    const kept = await this.read();
    const tokens = { ...kept };
    for (const name of apps) {
      const { token, hash } = kept[name] ? { token: kept[name], hash: hashOf(kept[name]) } : this.make();
      if (await this.store.insert({ name, kind: kindOf(name), owner: "", redirectOrigins: [] }, hash)) tokens[name] = token;
    }
    if (JSON.stringify(tokens) !== JSON.stringify(kept)) await this.write(tokens);
  }

  make(): { token: string; hash: Buffer } {
    const token = randomBytes(32).toString("base64url");
    return { token, hash: hashOf(token) };
  }

  /** Keeps the local copy of a token true: null removes it. An app without a copy here gets none. */
  async replaceCopy(app: string, token: string | null): Promise<void> {
    const { [app]: before, ...others } = await this.read();
    if (before !== undefined) await this.write(token === null ? others : { ...others, [app]: token });
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
