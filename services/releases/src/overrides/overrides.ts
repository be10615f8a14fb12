import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import type { DevelopmentBuild } from "@tessera/federation/composition.ts";
import { type IssuedOverride, type NewOverride, OVERRIDE_PATH } from "@tessera/federation/overrides.ts";
import { Clock, CONFIG, Database, type KitConfig, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { Audit } from "../audit.ts";
import { Signer } from "../visitors/signer.ts";

export interface Override {
  app: string;
  /** With a slash at the end. */
  url: string;
  /** Null: loaded as the release it stands for. */
  build: DevelopmentBuild | null;
}

/** Signed: what a token lets its bearer have, and until when (ms of the epoch). */
type Claims = [id: string, app: string, url: string, expires: number];

const PURPOSE = "override";
export const OVERRIDE_COOKIE = "tessera-override";
/** Parts the tokens in the cookie; no token has it. */
const BETWEEN = "~";
/** A working day, ms: a link that was left lying about is worth nothing tomorrow. */
const LASTS = 8 * 3600 * 1000;
/** The apps of one link: as many as fit a cookie. */
const MOST_TOKENS = 8;

/** Lets a developer have an app from their own machine inside the running product: who carries the signed token, nobody else. */
@Injectable()
export class Overrides {
  constructor(
    @Inject(CONFIG) private readonly config: KitConfig,
    private readonly database: Database,
    private readonly signer: Signer,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** @throws ProblemException 404 `app_not_found` */
  async issue({ app, url, build }: NewOverride, by: string): Promise<IssuedOverride> {
    const id = randomUUID();
    const now = this.clock.now();
    const expires = now.getTime() + LASTS;
    const expiresAt = new Date(expires).toISOString();
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`select name from releases.app where name = ${app}`);
      if (!rows.length) throw problem(404, "app_not_found", `There is no app "${app}".`);
      await tx.execute(sql`delete from releases.override where expires_at < ${now.toISOString()}`);
      await tx.execute(sql`insert into releases.override (id, app, url, build, expires_at)
        values (${id}, ${app}, ${url}, ${build ? JSON.stringify(build) : null}::jsonb, ${expiresAt})`);
      await this.audit.write({ app, actor: by, action: "override_issued", detail: url });
    });
    const claims: Claims = [id, app, url, expires];
    const token = await this.signer.sign(PURPOSE, Buffer.from(JSON.stringify(claims)).toString("base64url"));
    return { id, app, url, token, link: `${this.config.publicUrl}${OVERRIDE_PATH}?token=${token}`, expiresAt };
  }

  /** From now on its tokens are worth nothing. */
  async end(app: string, id: string): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from releases.override where id = ${id} and app = ${app}`));
  }

  /** What a browser has to keep to have these overrides. @throws ProblemException 403 `bad_override` when any token is not valid now */
  async cookieOf(tokens: string[]): Promise<{ value: string; seconds: number }> {
    const found = await this.valid(tokens);
    if (!tokens.length || tokens.length > MOST_TOKENS || found.length < tokens.length)
      throw problem(403, "bad_override", "This link is not valid, or no longer: it lasts 8 hours and ends with the server it names.");
    const ends = Math.min(...found.map(({ expires }) => expires));
    return { value: tokens.join(BETWEEN), seconds: Math.floor((ends - this.clock.now().getTime()) / 1000) };
  }

  /** By app, what the request's cookie stands for; whatever is forged, expired or ended is left out. */
  async of(cookies: string): Promise<Map<string, Override>> {
    const kept = cookies.split("; ").find((pair) => pair.startsWith(`${OVERRIDE_COOKIE}=`));
    if (!kept) return new Map();
    const found = await this.valid(
      kept
        .slice(OVERRIDE_COOKIE.length + 1)
        .split(BETWEEN)
        .slice(0, MOST_TOKENS),
    );
    return new Map(found.map(({ override }) => [override.app, override]));
  }

  private async valid(tokens: string[]): Promise<{ override: Override; expires: number }[]> {
    const opened = await Promise.all(tokens.map((token) => this.signer.open(PURPOSE, token)));
    const found: { override: Override; expires: number }[] = [];
    for (const text of opened) {
      if (text === null) continue;
      const [id, app, url, expires] = JSON.parse(Buffer.from(text, "base64url").toString()) as Claims;
      if (expires <= this.clock.now().getTime()) continue;
      const { rows } = await this.database.system((tx) =>
        tx.execute<{ build: DevelopmentBuild | null }>(
          sql`select build from releases.override where id = ${id} and app = ${app} and url = ${url}`,
        ),
      );
      if (rows[0]) found.push({ override: { app, url, build: rows[0].build }, expires });
    }
    return found;
  }
}
