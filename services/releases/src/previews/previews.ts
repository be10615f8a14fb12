import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { MAX_PREVIEW_DAYS, type NewPreview, type Preview } from "@tessera/contracts-releases/preview.ts";
import { badPreview, branchNotFound, previewNotFound } from "@tessera/contracts-releases/problems.ts";
import { PREVIEW_PATH } from "@tessera/federation/previews.ts";
import { Clock, CONFIG, Database, hostCookie, type KitConfig, problem } from "@tessera/service-kit";
import { z } from "zod";
import { type Actor, Audit } from "../audit.ts";
import { KnownReleases } from "../known-releases.ts";
import { Signer } from "../visitors/signer.ts";
import { type PreviewRow, PreviewStore } from "./preview.store.ts";

export const PREVIEW_CONFIG = Symbol("preview configuration");
export const PreviewConfigSchema = z
  .object({
    RELEASES_PREVIEW_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_PREVIEW_DAYS)
      .default(14)
      .describe("days for which a preview link of a release works at most"),
  })
  .transform(({ RELEASES_PREVIEW_DAYS }) => ({ days: RELEASES_PREVIEW_DAYS }));

/** What a browser sees in place of what it would get. */
export interface Previewed {
  app: string;
  release: string;
  version: string;
  branch: string | null;
  /** ISO 8601 */
  until: string;
}

const LINK_PURPOSE = "preview-link";
const PURPOSE = "preview";
export const PREVIEW_COOKIE = "tessera-preview";
/** Parts the tokens in the cookie; no token has it. */
const BETWEEN = "~";
/** Apps of one browser: as many as fit a cookie. */
const MAX_TOKENS = 8;
const DAY_MS = 24 * 3600 * 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Links by which people see a published release that is not theirs, each in their own browser; decisions/014. */
@Injectable()
export class Previews {
  constructor(
    @Inject(CONFIG) private readonly config: KitConfig,
    @Inject(PREVIEW_CONFIG) private readonly own: z.infer<typeof PreviewConfigSchema>,
    private readonly store: PreviewStore,
    private readonly known: KnownReleases,
    private readonly signer: Signer,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `release_not_found` or `branch_not_found`, 409 `ambiguous_version` */
  async issue(app: string, { release: name, branch, days }: NewPreview, by: Actor): Promise<Preview> {
    const id = randomUUID();
    const lasts = Math.min(days ?? this.own.days, this.own.days) * DAY_MS;
    const expiresAt = new Date(this.clock.now().getTime() + lasts);
    await this.database.system(async () => {
      const release = name === undefined ? null : (await this.known.named(app, name)).release.id;
      if (branch !== undefined && !(await this.store.branchExists(app, branch)))
        throw problem(branchNotFound, { app, branch });
      const creator = { createdBy: by.name, createdById: by.userId };
      await this.store.insert({ id, app, release, branch: branch ?? null, ...creator, expiresAt });
      const what = branch === undefined ? "" : `branch ${branch}, `;
      const detail = `${what}until ${expiresAt.toISOString()}`;
      await this.audit.write({ app, actor: by, action: "preview_issued", release, detail });
    });
    const [row] = await this.store.of([id]);
    return this.view(row!);
  }

  /** Those that work now. @param app null: of all apps */
  async list(app: string | null): Promise<Preview[]> {
    return Promise.all((await this.store.list(app)).map((row) => this.view(row)));
  }

  /** From now on the link is worth nothing, nor what it put into browsers. @throws ProblemException 404 */
  revoke(app: string, id: string, by: Actor): Promise<void> {
    return this.database.system(async () => {
      if (!(await this.store.delete(app, id))) throw problem(previewNotFound);
      await this.audit.write({ app, actor: by, action: "preview_revoked" });
    });
  }

  /** What a link shows. @throws ProblemException 403 `bad_preview` */
  async shown(token: string): Promise<PreviewRow> {
    const id = await this.signer.open(LINK_PURPOSE, token);
    const [row] = id && UUID.test(id) ? await this.store.of([id]) : [];
    if (!row?.release) throw problem(badPreview);
    return row;
  }

  /**
   * What a browser keeps that accepts a link: it beside the previews of other apps that it had.
   * @throws ProblemException 403 `bad_preview`
   */
  async accept(token: string, cookies: string): Promise<{ value: string; seconds: number }> {
    const row = await this.shown(token);
    const others = (await this.rowsOf(cookies)).filter(({ app }) => app !== row.app);
    const kept = [row, ...others].slice(0, MAX_TOKENS);
    const tokens = await Promise.all(kept.map(({ id }) => this.signer.sign(PURPOSE, id)));
    const ends = Math.max(...kept.map(({ expiresAt }) => new Date(expiresAt).getTime()));
    return { value: tokens.join(BETWEEN), seconds: Math.floor((ends - this.clock.now().getTime()) / 1000) };
  }

  /** What the request's cookie stands for; whatever is forged, has ended or was revoked is left out. */
  async of(cookies: string): Promise<Previewed[]> {
    return (await this.rowsOf(cookies)).flatMap(({ app, release, version, branch, expiresAt }) =>
      release === null ? [] : [{ app, release, version, branch, until: new Date(expiresAt).toISOString() }],
    );
  }

  private async rowsOf(cookies: string): Promise<PreviewRow[]> {
    const name = hostCookie(PREVIEW_COOKIE, this.config);
    const kept = cookies.split("; ").find((pair) => pair.startsWith(`${name}=`));
    if (!kept) return [];
    const tokens = kept
      .slice(name.length + 1)
      .split(BETWEEN)
      .slice(0, MAX_TOKENS);
    const ids = await Promise.all(tokens.map((token) => this.signer.open(PURPOSE, token)));
    const known = ids.filter((id): id is string => id !== null && UUID.test(id));
    return known.length ? this.store.of(known) : [];
  }

  private async view(row: PreviewRow): Promise<Preview> {
    const { id, app, branch, release, version, number, createdBy } = row;
    return {
      id,
      app,
      branch,
      createdBy,
      release: release === null ? null : { id: release, version, number },
      createdAt: new Date(row.createdAt).toISOString(),
      expiresAt: new Date(row.expiresAt).toISOString(),
      link: `${this.config.publicUrl}${PREVIEW_PATH}?token=${await this.signer.sign(LINK_PURPOSE, id)}`,
    };
  }
}
