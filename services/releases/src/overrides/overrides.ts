import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { appNotFound, badOverride } from "@tessera/contracts-releases/problems.ts";
import type { DevelopmentBuild } from "@tessera/federation/composition.ts";
import { type IssuedOverride, type NewOverride, OVERRIDE_PATH } from "@tessera/federation/overrides.ts";
import { Clock, CONFIG, Database, hostCookie, type KitConfig, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Actor, Audit } from "../audit.ts";
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
/** Signed: a link's token, which the first browser that opens it changes for one of the above. */
type LinkClaims = [...Claims, openUntil: number];

const PURPOSE = "override";
const LINK_PURPOSE = "override-link";
export const OVERRIDE_COOKIE = "tessera-override";
/** Parts the tokens in the cookie; no token has it. */
const BETWEEN = "~";
/** A working day, ms. */
const LASTS = 8 * 3600 * 1000;
/** Time to open a link, ms: one that is found later, in a history or a chat, is worth nothing. */
const OPEN_WITHIN = 10 * 60 * 1000;
/** The apps of one link: as many as fit a cookie. */
const MAX_TOKENS = 8;

/**
 * Lets a developer have an app from their own machine inside the running product: who carries the signed token, nobody
 * else.
 */
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
  async issue({ app, url, build }: NewOverride, by: Actor): Promise<IssuedOverride> {
    const id = randomUUID();
    const now = this.clock.now();
    const expires = now.getTime() + LASTS;
    const expiresAt = new Date(expires).toISOString();
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`select name from releases.app where name = ${app}`);
      if (!rows.length) throw problem(appNotFound, { app });
      await tx.execute(sql`delete from releases.override where expires_at < ${now.toISOString()}`);
      await tx.execute(sql`insert into releases.override (id, app, url, build, expires_at)
        values (${id}, ${app}, ${url}, ${build ? JSON.stringify(build) : null}::jsonb, ${expiresAt})`);
      await this.audit.write({ app, actor: by, action: "override_issued", detail: url });
    });
    const claims: LinkClaims = [id, app, url, expires, now.getTime() + OPEN_WITHIN];
    const token = await this.signed(LINK_PURPOSE, claims);
    return { id, app, url, token, link: `${this.config.publicUrl}${OVERRIDE_PATH}?token=${token}`, expiresAt };
  }

  /** From now on its tokens are worth nothing. */
  async end(app: string, id: string, by: Actor): Promise<void> {
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ url: string }>(
        sql`delete from releases.override where id = ${id} and app = ${app} returning url`,
      );
      for (const { url } of rows) await this.audit.write({ app, actor: by, action: "override_ended", detail: url });
    });
  }

  /**
   * What the browser that opens a link has to keep to have its overrides: the first that does so, within ten minutes,
   * all of them or none. @throws ProblemException 403 `bad_override`
   */
  async open(tokens: string[]): Promise<{ value: string; seconds: number }> {
    const now = this.clock.now().getTime();
    const links = await Promise.all(tokens.map((token) => this.read<LinkClaims>(LINK_PURPOSE, token)));
    const known = links.filter((claims) => claims !== null && claims[4] > now) as LinkClaims[];
    if (!tokens.length || tokens.length > MAX_TOKENS || known.length < tokens.length) throw worthless();
    await this.database.system(async (tx) => {
      const ids = JSON.stringify(known.map(([id]) => id));
      const { rows } = await tx.execute(sql`
        update releases.override set opened_at = ${new Date(now).toISOString()}
        where opened_at is null and id in (select jsonb_array_elements_text(${ids}::jsonb)::uuid) returning id`);
      if (rows.length < known.length) throw worthless();
    });
    const kept = await Promise.all(
      known.map(([id, app, url, expires]) => this.signed(PURPOSE, [id, app, url, expires])),
    );
    const ends = Math.min(...known.map(([, , , expires]) => expires));
    return { value: kept.join(BETWEEN), seconds: Math.floor((ends - now) / 1000) };
  }

  /** By app, what the request's cookie stands for; whatever is forged, expired or ended is left out. */
  async of(cookies: string): Promise<Map<string, Override>> {
    const name = hostCookie(OVERRIDE_COOKIE, this.config);
    const kept = cookies.split("; ").find((pair) => pair.startsWith(`${name}=`));
    if (!kept) return new Map();
    const found = await this.valid(
      kept
        .slice(name.length + 1)
        .split(BETWEEN)
        .slice(0, MAX_TOKENS),
    );
    return new Map(found.map(({ override }) => [override.app, override]));
  }

  private async valid(tokens: string[]): Promise<{ override: Override; expires: number }[]> {
    const found: { override: Override; expires: number }[] = [];
    for (const claims of await Promise.all(tokens.map((token) => this.read<Claims>(PURPOSE, token)))) {
      if (claims === null) continue;
      const [id, app, url, expires] = claims;
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

  private signed(purpose: string, claims: Claims | LinkClaims): Promise<string> {
    return this.signer.sign(purpose, Buffer.from(JSON.stringify(claims)).toString("base64url"));
  }

  /** Null when it was not signed here for this purpose. */
  private async read<T>(purpose: string, token: string): Promise<T | null> {
    const text = await this.signer.open(purpose, token);
    return text === null ? null : (JSON.parse(Buffer.from(text, "base64url").toString()) as T);
  }
}

const worthless = () => problem(badOverride);
