import { type DynamicModule, Global, Module, type ValueProvider } from "@nestjs/common";
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, ModuleRef, Reflector } from "@nestjs/core";
import { AgentTools } from "./agent-tools/agent-tools.ts";
import { ApiTokens } from "./api-tokens/api-tokens.ts";
import { CardLimitsInterceptor } from "./api-tokens/card-limits.interceptor.ts";
import { CardSteps } from "./card-steps/card-steps.ts";
import { Changes } from "./changes/changes.ts";
import { Clock } from "./clock.ts";
import { Environment } from "./config/environment.ts";
import { CONFIG, type KitConfig } from "./config/kit-config.ts";
import { ServedContracts } from "./contracts/served-contracts.ts";
import { Contributions } from "./contributions/contributions.ts";
import { Database } from "./database/database.ts";
import { Notifications } from "./database/notifications.ts";
import { Elsewhere } from "./elsewhere.ts";
import { Exports } from "./export/exports.ts";
import { FileStore } from "./files/file-store.ts";
import { CallerGuard, TokenVerifier } from "./http/caller.ts";
import { Cursors } from "./http/cursors.ts";
import { FreshProofs } from "./http/fresh-proof.ts";
import { IdempotencyInterceptor } from "./http/idempotency.ts";
import { ProblemFilter } from "./http/problem-filter.ts";
import { RateLimitGuard } from "./http/rate-limit.ts";
import { RateLimits } from "./http/rate-limits.ts";
import { TextGuard } from "./http/text.guard.ts";
import { validationPipe } from "./http/validation.ts";
import type { Boss } from "./jobs/boss.ts";
import { Events } from "./jobs/events.ts";
import { InternalJobs } from "./jobs/internal-jobs.ts";
import { JobCounts } from "./jobs/job-counts.ts";
import { JobRecords } from "./jobs/job-records.ts";
import { Jobs } from "./jobs/jobs.ts";
import { Schedules } from "./jobs/schedules.ts";
import { Log } from "./log.ts";
import { EndedSessions } from "./sessions/ended-sessions.ts";
import { Sockets } from "./sockets/sockets.ts";
import { PlanStandings } from "./subscription/plan-standings.ts";
import { HttpSubscriptionGate, SubscriptionGate } from "./subscription/subscription-gate.ts";
import { Erasure } from "./tables/erasure.ts";
import { Purge } from "./tables/purge.ts";
import type { SchemaParts } from "./tables/table-declaration.ts";
import { UntrustedReaders } from "./untrusted/untrusted-readers.ts";
import { Usage } from "./usage/usage.ts";

export interface KitParts {
  environment: Environment;
  config: KitConfig;
  database: Database;
  boss: Boss;
  files: FileStore;
  notifications: Notifications;
  changes: Changes;
  endedSessions: EndedSessions;
  clock: Clock;
  log: Log;
  contracts: ServedContracts;
  contributions: Contributions;
  problems: ProblemFilter;
  cursors: Cursors;
  parts: SchemaParts[];
  untrusted: UntrustedReaders;
  sockets: Sockets;
  elsewhere: Elsewhere;
  /** The function that says whose an API token is, of the service of the product that keeps them. */
  apiTokens: string | undefined;
}

@Global()
@Module({})
class KitModule {}

/** What every service of the process is given. */
export function kitModule({
  environment,
  config,
  database,
  boss,
  files,
  notifications,
  changes,
  endedSessions,
  clock,
  log,
  contracts,
  contributions,
  problems,
  cursors,
  parts,
  untrusted,
  sockets,
  elsewhere,
  apiTokens: lookUp,
}: KitParts): DynamicModule {
  const jobs = new Jobs(boss, database, log);
  const events = new Events(boss, jobs);
  const records = new JobRecords(database, jobs, boss);
  const live = async () => [
    ...parts.map(({ schema }) => schema),
    ...Object.keys(await contracts.live()).map((name) => name.replace(/^contracts\//, "").replaceAll("-", "_")),
  ];
  const limits = new RateLimits(database, clock, config.rateLimitFactor, config.rateLimits);
  const verifier = new TokenVerifier(config, endedSessions);
  const plans = new PlanStandings(config.internalDomain, clock);
  const apiTokens = new ApiTokens(database, limits, plans, clock, lookUp);
  const values: ValueProvider[] = [
    { provide: Environment, useValue: environment },
    { provide: CONFIG, useValue: config },
    { provide: Database, useValue: database },
    { provide: FileStore, useValue: files },
    { provide: Notifications, useValue: notifications },
    { provide: Changes, useValue: changes },
    { provide: EndedSessions, useValue: endedSessions },
    { provide: Clock, useValue: clock },
    { provide: Log, useValue: log },
    { provide: ServedContracts, useValue: contracts },
    { provide: Contributions, useValue: contributions },
    { provide: Jobs, useValue: jobs },
    { provide: Events, useValue: events },
    { provide: CardSteps, useValue: new CardSteps(events, jobs, database) },
    { provide: AgentTools, useValue: new AgentTools(events, database) },
    { provide: JobRecords, useValue: records },
    { provide: JobCounts, useValue: new JobCounts(database, clock) },
    { provide: InternalJobs, useValue: new InternalJobs(database, boss) },
    { provide: Schedules, useValue: new Schedules(database, boss) },
    { provide: TokenVerifier, useValue: verifier },
    { provide: FreshProofs, useValue: new FreshProofs(config) },
    { provide: RateLimits, useValue: limits },
    { provide: Cursors, useValue: cursors },
    {
      provide: SubscriptionGate,
      useValue: new HttpSubscriptionGate(config.originOf("billing"), config.internalDomain, clock, {
        standing: (userId, openedBy) => database.statement((tx) => plans.subscription(tx, userId, openedBy)),
      }),
    },
    { provide: PlanStandings, useValue: plans },
    { provide: Erasure, useValue: new Erasure(database, events, jobs, files, parts) },
    { provide: Purge, useValue: new Purge(database, jobs, clock, parts, events) },
    { provide: Exports, useValue: new Exports(database, files, jobs, records, clock, parts, { events, live }) },
    { provide: UntrustedReaders, useValue: untrusted },
    { provide: Usage, useValue: new Usage(clock) },
    { provide: Sockets, useValue: sockets },
    { provide: Elsewhere, useValue: elsewhere },
  ];
  return {
    module: KitModule,
    providers: [
      ...values,
      { provide: APP_PIPE, useFactory: validationPipe },
      { provide: APP_FILTER, useValue: problems },
      {
        provide: APP_GUARD,
        inject: [Reflector],
        useFactory: (reflector: Reflector) => new CallerGuard(reflector, verifier, apiTokens, config.publicUrl),
      },
      {
        provide: APP_GUARD,
        inject: [Reflector],
        useFactory: (reflector: Reflector) => new RateLimitGuard(reflector, limits),
      },
      { provide: APP_GUARD, inject: [Reflector], useFactory: (reflector: Reflector) => new TextGuard(reflector) },
      { provide: APP_GUARD, useValue: cursors },
      { provide: APP_INTERCEPTOR, useValue: new CardLimitsInterceptor() },
      { provide: APP_INTERCEPTOR, useValue: cursors },
      {
        provide: APP_INTERCEPTOR,
        inject: [Reflector, ModuleRef],
        useFactory: (reflector: Reflector, modules: ModuleRef) => new IdempotencyInterceptor(reflector, modules),
      },
    ],
    exports: values.map((value) => value.provide),
  };
}
