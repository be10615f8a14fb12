import { Inject, Injectable } from "@nestjs/common";
import { invalidReport } from "@tessera/contracts-releases/problems.ts";
import { accessTokenOf } from "@tessera/federation/runtime/session-cookie.ts";
import { type Measurement, TelemetryReport } from "@tessera/federation/telemetry.ts";
import { hostCookie, LruCache, problem, readToo, TokenVerifier } from "@tessera/service-kit";
import { z } from "zod";
import { LiveState } from "../live-state.ts";
import { ReleaseStore } from "../release.store.ts";
import { Visitors } from "../visitors/visitors.ts";
import { binOf, VITAL_NAMES, type Vital } from "./bins.ts";
import { enrolmentsOf } from "./enrolments.ts";
import { type Counted, HealthStore } from "./health.store.ts";
import type { Enrolment, Outcome, Speed } from "./observation.store.ts";

export const TELEMETRY_CONFIG = Symbol("telemetry configuration");
export const TelemetryConfigSchema = z
  .object({
    COOKIE_PREFIX: readToo(z.string().default("sb-tessera-auth-token")),
    PUBLIC_URL: readToo(z.string().default("")),
  })
  .transform(({ COOKIE_PREFIX, PUBLIC_URL }) => ({
    sessionCookie: hostCookie(COOKIE_PREFIX, { publicUrl: PUBLIC_URL }),
  }));

interface Build {
  releases: Record<string, string>;
  /** `app/release` of all that its pages may run, what they fall back to included. */
  known: Set<string>;
}

/** Takes the reports of pages. */
@Injectable()
export class Telemetry {
  private readonly builds = new LruCache<string, Build>(200);

  constructor(
    @Inject(TELEMETRY_CONFIG) private readonly config: z.infer<typeof TelemetryConfigSchema>,
    private readonly visitors: Visitors,
    private readonly releases: ReleaseStore,
    private readonly live: LiveState,
    private readonly store: HealthStore,
    private readonly verifier: TokenVerifier,
  ) {}

  /**
   * Counts what a page reports. Evidence is only what it says of the releases it was composed with, never of those it
   * fell back to. A preview says nothing.
   * @throws ProblemException 400 for anything that no page of ours sends
   */
  async take(body: unknown, cookies: string): Promise<void> {
    const parsed = TelemetryReport.safeParse(read(body));
    const page = parsed.success ? await this.visitors.openPage(parsed.data.page) : null;
    if (!parsed.success || !page) throw problem(invalidReport);
    if (page.preview) return;
    const build = await this.build(page.buildId);
    const measurements = parsed.data.measurements.filter(({ app, release }) => build.known.has(`${app}/${release}`));
    if (!measurements.length) return;
    const { rollouts } = await this.live.get();
    const enrolments = enrolmentsOf({ ...page, releases: build.releases }, rollouts);
    const ofBuild = [...enrolments].map(([app, enrolment]) => ({
      enrolment,
      own: measurements.filter((one) => one.app === app && one.release === build.releases[app]),
    }));
    const verified = await this.isTheirs(page.subject, cookies);
    await this.store.add(
      { page: page.id, subject: page.subject, verified },
      measurements.map(countedOf),
      ofBuild.flatMap(({ enrolment, own }) => outcomeOf(enrolment, own)),
      ofBuild.flatMap(({ enrolment, own }) => speedOf(enrolment, own)),
    );
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

  private async build(buildId: string): Promise<Build> {
    const known = this.builds.get(buildId);
    if (known) return known;
    const build = await this.releases.build(buildId);
    const pairs = [...Object.entries(build?.releases ?? {}), ...Object.entries(build?.fallbacks ?? {})];
    return this.builds.set(buildId, {
      releases: build?.releases ?? {},
      known: new Set(pairs.map(([app, release]) => `${app}/${release}`)),
    });
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

const isVital = (metric: string): metric is Vital => VITAL_NAMES.includes(metric as Vital);

function countedOf({ app, release, metric, value }: Measurement): Counted {
  return { app, release, metric: isVital(metric) ? `${metric}.${binOf(metric, value ?? 0)}` : metric };
}

/** What became of the page; nothing where only files were fetched ahead of time. */
function outcomeOf(enrolment: Enrolment, own: Measurement[]): Outcome[] {
  const has = (metric: Measurement["metric"]) => own.some((one) => one.metric === metric);
  const outcome = { drawn: has("drawn"), failure: has("failure"), error: has("error"), hang: has("hang") };
  return Object.values(outcome).some(Boolean) ? [{ ...enrolment, ...outcome }] : [];
}

/** How fast the page was, where its files came from the cache: a first view of a release is slow on any line. */
function speedOf(enrolment: Enrolment, own: Measurement[]): Speed[] {
  const vitals = own.flatMap(({ metric, value, warm }) =>
    isVital(metric) && warm ? [[metric, binOf(metric, value ?? 0)]] : [],
  );
  return vitals.length ? [{ ...enrolment, ...Object.fromEntries(vitals) }] : [];
}
