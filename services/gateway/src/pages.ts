import { randomBytes } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { noPayload, noShell } from "@tessera/contracts-releases/problems.ts";
import type { PagePayload } from "@tessera/federation/composition.ts";
import { HANDBOOK_ROUTE } from "@tessera/federation/handbook.ts";
import type { HandbookState } from "@tessera/federation/handbook-schemas.ts";
import {
  type ReleaseFile,
  ReleaseRegistry,
  type Resolved,
  type ResolvedForVisitor,
} from "@tessera/federation/registry.ts";
import { matchRoute, type RouteMatch, redirectOf, switchedOffAt } from "@tessera/federation/route-rules.ts";
import { CONFIG, type KitConfig, problem } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding, compress } from "./encoding.ts";
import { FrontPlans } from "./front.ts";
import { GATEWAY_CONFIG, type GatewayConfig } from "./gateway.config.ts";
import { Handbook } from "./handbook.ts";
import { frameLookOf } from "./outline.ts";
import { isFront, renderPage, themeOf, titleOf } from "./page.ts";
import { PageStyles } from "./page-styles.ts";
import { securityHeaders, sourcesOf } from "./security-headers.ts";

/**
 * Folder of a shell's release whose files are served at the root: /sw.js, /manifest.webmanifest, /favicon.svg,
 * /icons/….
 */
const PUBLIC = "public";
/** 400 days: as long as browsers keep a cookie. */
const KEEP_SECONDS = 400 * 24 * 3600;

@Injectable()
export class Pages {
  constructor(
    private readonly registry: ReleaseRegistry,
    private readonly handbook: Handbook,
    private readonly plans: FrontPlans,
    private readonly styles: PageStyles,
    @Inject(GATEWAY_CONFIG) private readonly page: GatewayConfig,
    @Inject(CONFIG) private readonly config: KitConfig,
  ) {}

  async buildId(request: FastifyRequest): Promise<string> {
    return (await this.resolve(request)).composition.buildId;
  }

  async publicFile(request: FastifyRequest, path: string): Promise<ReleaseFile | null> {
    if (!/\.[a-z0-9]+$/.test(path)) return null;
    const shell = (await this.resolve(request)).apps.get("shell")!;
    return this.registry.file("shell", shell.release.id, PUBLIC + path);
  }

  /** State of a page that is the same for everyone. @throws ProblemException 404 for any other page */
  async payload(request: FastifyRequest, path: string): Promise<PagePayload> {
    const resolved = await this.resolve(request);
    const match = matchRoute(resolved.composition, path);
    const handbook = await this.handbookAt(resolved, match);
    if (!match?.rule.prerendered || handbook === null) throw problem(noPayload, { path });
    const { buildId } = resolved.composition;
    return { path, buildId, title: titleOf(resolved, match, handbook), rule: match.rule, handbook };
  }

  /**
   * The page at `path`: a redirect where the rule says so, status 404 where no rule owns the path (the shell shows it
   * then).
   */
  async send(request: FastifyRequest, reply: FastifyReply, path: string) {
    const resolved = await this.resolve(request, isOpened(request) ? path : undefined);
    const match = matchRoute(resolved.composition, path);
    reply.headers(answeredBy(resolved, match));
    const redirect = match && redirectOf(match);
    if (redirect) {
      const query = redirect.external ? "" : request.url.slice(path.length);
      return reply.header("cache-control", "no-cache").redirect(redirect.to + query, 302);
    }
    const handbook = await this.handbookAt(resolved, match);
    const isThere = match && handbook !== null;
    const nonce = randomBytes(16).toString("base64");
    const { identityUrl } = this.page;
    const overridden = [...resolved.apps.values()].filter((app) => app.development);
    const development = [...new Set(overridden.map((app) => new URL(app.base).origin))];
    const https = this.config.publicUrl.startsWith("https:");
    const { telemetrySample, placeHeaders: _, ...page } = this.page;
    const { sources } = resolved;
    const telemetry = { page: resolved.page, sample: telemetrySample };
    const config = { ...page, telemetry, ...(sources ? { inspector: { sources } } : {}) };
    const { cookie } = request.headers;
    const html = renderPage({
      resolved,
      config,
      match,
      nonce,
      theme: themeOf(cookie, https),
      path,
      hasSession: hasCookie(cookie, page.cookiePrefix),
      look: frameLookOf(cookie, https),
      outlineStyles: await this.styles.outline(resolved),
      handbook,
      handbookStyles: handbook ? await this.styles.handbook(resolved) : null,
      plans: isFront(resolved, match) ? await this.plans.get() : null,
    });
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    if (encoding) reply.header("content-encoding", encoding);
    for (const cookie of resolved.cookies)
      reply.header(
        "set-cookie",
        `${cookie}; Path=/; Max-Age=${KEEP_SECONDS}; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`,
      );
    return (
      reply
        .status(isThere ? 200 : switchedOffAt(resolved.composition, path) ? 503 : 404)
        .headers(
          securityHeaders({
            nonce,
            connect: identityUrl ? [new URL(identityUrl).origin] : [],
            development,
            captcha: sourcesOf(page.captcha),
          }),
        )
        // With an app from somebody's own machine it is of no use once their server has ended.
        .header("cache-control", overridden.length > 0 ? "private, no-store" : "private, no-cache")
        .header("vary", "accept-encoding")
        .type("text/html; charset=utf-8")
        .send(encoding ? await compress(html, encoding) : html)
    );
  }

  /** What a page of the handbook shows: undefined for other pages, null where the handbook has no such page. */
  private async handbookAt(resolved: Resolved, match: RouteMatch | null): Promise<HandbookState | null | undefined> {
    const isOwn = match?.owner === resolved.composition.shell.name && match.rule.id === HANDBOOK_ROUTE;
    return isOwn ? this.handbook.stateOf(resolved, match.params.page) : undefined;
  }

  private async resolve(request: FastifyRequest, opens?: string): Promise<ResolvedForVisitor> {
    const cookies = request.headers.cookie ?? "";
    const resolved = await this.registry.resolve({ cookies, sessionCookie: this.page.cookiePrefix, opens });
    if (!resolved)
      throw problem(noShell, {
        headers: { "retry-after": "5" },
      });
    return resolved;
  }
}

/** Whether the browser keeps a session, in one cookie or in parts; whether it is valid, the page finds out. */
const hasCookie = (cookies = "", name: string) =>
  cookies.split("; ").some((pair) => pair.startsWith(`${name}=`) || pair.startsWith(`${name}.0=`));

/** Which build, shell and app answered, and in which release: for people who look for the cause of something. */
function answeredBy({ composition, apps }: ResolvedForVisitor, match: RouteMatch | null): Record<string, string> {
  const named = (name: string) => {
    const app = apps.get(name);
    return app ? `${name} ${app.development ? "development" : app.release.id}` : name;
  };
  const shell = composition.shell.name;
  return {
    "tessera-build": composition.buildId,
    "tessera-shell": named(shell),
    ...(match ? { "tessera-app": [...new Set([match.app, match.owner])].map(named).join(", ") } : {}),
  };
}

/**
 * A browser opens the page to show it: no script asks, and it is not fetched or drawn ahead of time.
 * https://www.w3.org/TR/speculation-rules/
 */
const isOpened = ({ method, headers }: FastifyRequest) =>
  method === "GET" &&
  headers.accept?.includes("text/html") === true &&
  !/prefetch|prerender/.test(String(headers["sec-purpose"] ?? ""));
