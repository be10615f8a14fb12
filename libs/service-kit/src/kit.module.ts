import { type DynamicModule, Global, Module, type ValueProvider } from "@nestjs/common";
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, ModuleRef, Reflector } from "@nestjs/core";
import type { PgBoss } from "pg-boss";
import { Changes } from "./changes/changes.ts";
import { Clock } from "./clock.ts";
import { Environment } from "./config/environment.ts";
import { CONFIG, type KitConfig } from "./config/kit-config.ts";
import { ServedContracts } from "./contracts/served-contracts.ts";
import { Database } from "./database/database.ts";
import { Notifications } from "./database/notifications.ts";
import { Elsewhere } from "./elsewhere.ts";
import { FileStore } from "./files/file-store.ts";
import { CallerGuard, TokenVerifier } from "./http/caller.ts";
import { IdempotencyInterceptor } from "./http/idempotency.ts";
import { ProblemFilter } from "./http/problem-filter.ts";
import { RateLimitGuard } from "./http/rate-limit.ts";
import { RateLimits } from "./http/rate-limits.ts";
import { TextGuard } from "./http/text.guard.ts";
import { validationPipe } from "./http/validation.ts";
import { Events } from "./jobs/events.ts";
import { JobRecords } from "./jobs/job-records.ts";
import { Jobs } from "./jobs/jobs.ts";
import { Log } from "./log.ts";
import type { ServiceDefinition } from "./service-definition.ts";
import { EndedSessions } from "./sessions/ended-sessions.ts";
import { Sockets } from "./sockets/sockets.ts";
import { HttpSubscriptionGate, SubscriptionGate } from "./subscription/subscription-gate.ts";
import { Erasure } from "./tables/erasure.ts";
import { Purge } from "./tables/purge.ts";
import type { DeclaredTable } from "./tables/table-declaration.ts";
import { UntrustedReaders } from "./untrusted/untrusted-readers.ts";

export interface KitParts {
  environment: Environment;
  config: KitConfig;
  database: Database;
  boss: PgBoss;
  files: FileStore;
  notifications: Notifications;
  changes: Changes;
  endedSessions: EndedSessions;
  clock: Clock;
  log: Log;
  contracts: ServedContracts;
  problems: ProblemFilter;
  tables: DeclaredTable[];
  folders: string[];
  /** Services that erase their own rows. */
  actors: ServiceDefinition[];
  untrusted: UntrustedReaders;
  sockets: Sockets;
  elsewhere: Elsewhere;
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
  problems,
  tables,
  folders,
  actors,
  untrusted,
  sockets,
  elsewhere,
}: KitParts): DynamicModule {
  const jobs = new Jobs(boss, database, log);
  const events = new Events(boss, jobs);
  const limits = new RateLimits(database, clock, config.rateLimitFactor, config.rateLimits);
  const verifier = new TokenVerifier(config, endedSessions);
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
    { provide: Jobs, useValue: jobs },
    { provide: Events, useValue: events },
    { provide: JobRecords, useValue: new JobRecords(database, jobs, boss) },
    { provide: TokenVerifier, useValue: verifier },
    { provide: RateLimits, useValue: limits },
    { provide: SubscriptionGate, useValue: new HttpSubscriptionGate(config.originOf("billing"), config.internalDomain, clock) },
    { provide: Erasure, useValue: new Erasure(database, events, jobs, files, tables, folders, actors) },
    { provide: Purge, useValue: new Purge(database, jobs, clock, tables) },
    { provide: UntrustedReaders, useValue: untrusted },
    { provide: Sockets, useValue: sockets },
    { provide: Elsewhere, useValue: elsewhere },
  ];
  return {
    module: KitModule,
    providers: [
      ...values,
      { provide: APP_PIPE, useFactory: validationPipe },
      { provide: APP_FILTER, useValue: problems },
      { provide: APP_GUARD, inject: [Reflector], useFactory: (reflector: Reflector) => new CallerGuard(reflector, verifier) },
      { provide: APP_GUARD, inject: [Reflector], useFactory: (reflector: Reflector) => new RateLimitGuard(reflector, limits) },
      { provide: APP_GUARD, inject: [Reflector], useFactory: (reflector: Reflector) => new TextGuard(reflector) },
      {
        provide: APP_INTERCEPTOR,
        inject: [Reflector, ModuleRef],
        useFactory: (reflector: Reflector, modules: ModuleRef) => new IdempotencyInterceptor(reflector, modules),
      },
    ],
    exports: values.map((value) => value.provide),
  };
}
