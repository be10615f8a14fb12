import { Inject, Injectable } from "@nestjs/common";
import { invalidReport } from "@tessera/contracts-releases/problems.ts";
import { accessTokenOf } from "@tessera/federation/runtime/session-cookie.ts";
import { type Measurement, TelemetryReport } from "@tessera/federation/telemetry.ts";
import { problem, TokenVerifier } from "@tessera/service-kit";
import { z } from "zod";
import { Recent } from "../recent.ts";
import { ReleaseStore } from "../release.store.ts";
import { Visitors } from "../visitors/visitors.ts";
import { binOf } from "./bins.ts";
import { HealthStore, type Vote } from "./health.store.ts";

export const TELEMETRY_CONFIG = Symbol("telemetry configuration");
export const TelemetryConfigSchema = z
  .object({ COOKIE_PREFIX: z.string().default("sb-tessera-auth-token") })
  .transform(({ COOKIE_PREFIX }) => ({ sessionCookie: COOKIE_PREFIX }));

/** Takes the reports of pages. */
@Injectable()
export class Telemetry {
  private readonly builds = new Recent<string, Set<string>>(200);

  constructor(
    @Inject(TELEMETRY_CONFIG) private readonly config: z.infer<typeof TelemetryConfigSchema>,
    private readonly visitors: Visitors,
    private readonly releases: ReleaseStore,
    private readonly store: HealthStore,
    private readonly verifier: TokenVerifier,
  ) {}

  /**
   * Counts what a page reports. It counts towards a verdict only when the page was given out by us, to the person whose session the
   * request carries. @throws ProblemException 400 for anything that no page of ours sends
   */
  async take(body: unknown, cookies: string): Promise<void> {
    const parsed = TelemetryReport.safeParse(read(body));
    const page = parsed.success ? await this.visitors.openPage(parsed.data.page) : null;
    if (!parsed.success || !page) throw problem(invalidReport);
    const given = await this.givenOut(page.buildId);
    const votes = parsed.data.measurements.filter(({ app, release }) => given.has(`${app}/${release}`)).flatMap(votesOf);
    if (!votes.length) return;
    await this.store.add(page.id, page.subject, await this.isTheirs(page.subject, cookies), votes);
  }

  private async isTheirs(subject: string, cookies: string): Promise<boolean> {
    const token = accessTokenOf(cookies, this.config.sessionCookie, Date.now());
    if (!token) return false;
    try {
      const { userId } = await this.verifier.verify(token);
      return (await this.visitors.subjectOf(userId, subject)) === subject;
    } catch {
      return false;
    }
  }

  /** `app/release` of all that a page of the build may run. */
  private async givenOut(buildId: string): Promise<Set<string>> {
    const known = this.builds.get(buildId);
    if (known) return known;
    const build = await this.releases.build(buildId);
    const pairs = [...Object.entries(build?.releases ?? {}), ...Object.entries(build?.fallbacks ?? {})];
    return this.builds.set(buildId, new Set(pairs.map(([app, release]) => `${app}/${release}`)));
  }
}

/** `sendBeacon` sends text. */
function read(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function votesOf({ app, release, metric, value }: Measurement): Vote[] {
  if (metric === "load") return [{ app, release, metric, counted: metric }];
  if (metric === "failure" || metric === "error") return [metric, "broken"].map((name) => ({ app, release, metric: name, counted: name }));
  return [{ app, release, metric, counted: `${metric}.${binOf(metric, value ?? 0)}` }];
}
