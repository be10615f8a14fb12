import "reflect-metadata";
import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import { Controller, Get, Module, Query, type Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import type { FastifyInstance } from "fastify";
import { Changes } from "./changes/changes.ts";
import { publishedTables } from "./changes/published-table.ts";
import { checkAddresses, checkProduct } from "./check-services.ts";
import { Clock, SystemClock } from "./clock.ts";
import { Environment, parseConfig } from "./config/environment.ts";
import { type KitConfig, KitConfigSchema, reaching } from "./config/kit-config.ts";
import { kitVariables } from "./config/kit-variables.ts";
import { ServedContracts } from "./contracts/served-contracts.ts";
import { Contributions } from "./contributions/contributions.ts";
import { prepareDataFolder } from "./database/data-folder.ts";
import { Database } from "./database/database.ts";
import { Health } from "./database/health.ts";
import { migrate } from "./database/migrations.ts";
import { Notifications } from "./database/notifications.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { Elsewhere } from "./elsewhere.ts";
import { FilesConfigSchema } from "./files/files-config.ts";
import { openFiles } from "./files/open-files.ts";
import { purgeTemporaryFolders } from "./files/temporary-folder.ts";
import { addBodyRules, BODY_LIMIT } from "./http/body-rules.ts";
import { Public } from "./http/caller.ts";
import { dropForwardedPorts } from "./http/client-address.ts";
import { Cursors } from "./http/cursors.ts";
import { addDefaultHeaders } from "./http/default-headers.ts";
import { answerFrameworkError } from "./http/framework-errors.ts";
import { addJsonParser } from "./http/json-bounds.ts";
import { answerLoopbackOnly } from "./http/loopback-only.ts";
import { describeService } from "./http/openapi.ts";
import { answerUnreadable } from "./http/oversized-headers.ts";
import { ProblemFilter } from "./http/problem-filter.ts";
import { logRefusals } from "./http/refusal-log.ts";
import { boundSlowClients } from "./http/slow-clients.ts";
import { startBoss } from "./jobs/boss.ts";
import { Events } from "./jobs/events.ts";
import { Jobs } from "./jobs/jobs.ts";
import { type KitParts, kitModule } from "./kit.module.ts";
import { Log, nestLogger, requestScope } from "./log.ts";
import { contractsOf, type LoadedService, load, loadService, type ServiceDefinition } from "./service-definition.ts";
import { EndedSessions } from "./sessions/ended-sessions.ts";
import { Sockets } from "./sockets/sockets.ts";
import { type EventStreams, provideEventStreams } from "./streams/event-streams.ts";
import { declaredTables, schemaParts } from "./tables/table-declaration.ts";
import { UntrustedReaders } from "./untrusted/untrusted-readers.ts";

export interface ApplicationOptions {
  environment: Record<string, string | undefined>;
  /** The product's services that run in other processes, on the same database. */
  elsewhere?: ServiceDefinition[];
  /** The database is a product's, whose kit and jobs this process leaves as they are. */
  guest?: boolean;
  /** An open database to use (and to leave open), instead of the one the configuration names. */
  database?: OpenDatabase;
  /** The database that the configuration names, where it is being opened already (database/open-early.ts). */
  opening?: Promise<OpenDatabase> | null;
  clock?: Clock;
  log?: Log;
}

export interface Application {
  nest: NestFastifyApplication;
  config: KitConfig;
  database: Database;
  log: Log;
  /** Starts to answer; workers start once requests are answered. @returns the address listened on */
  listen(): Promise<string>;
  /** Answers what is being asked, lets jobs end, closes the database. */
  close(): Promise<void>;
}

/** Milliseconds that requests in progress may take to end when the process stops. */
const CLOSE_LIMIT = 5_000;
/** Types of bodies that handlers read and bound themselves. */
const STREAMED = ["application/octet-stream", "application/offset+octet-stream", "message/rfc822"];

/** Schema of the kit's own tables. */
const KIT_SCHEMA = "kit";

/** Puts services into one process: migrations, jobs, health, OpenAPI, errors, logs, graceful shutdown. */
export async function createApplication(
  services: ServiceDefinition[],
  options: ApplicationOptions,
): Promise<Application> {
  // While the database opens.
  const loading = Promise.all(services.map(loadService));
  loading.catch(() => undefined); // awaited below; the reason that is said is the first one
  const elsewhere = options.elsewhere ?? [];
  const product = [...services, ...elsewhere];
  const declared = new Set([...kitVariables, ...product.flatMap((service) => service.config ?? [])]);
  const environment = new Environment(options.environment, declared);
  const config = reaching(
    parseConfig(KitConfigSchema, environment),
    services.map(({ name }) => name),
  );
  if (options.elsewhere) checkProduct(product, config);
  const filesConfig = parseConfig(FilesConfigSchema, environment);
  const log = options.log ?? new Log(config.logLevel);
  // Its files are private too when the database is elsewhere; an embedded one does this when it is opened.
  if (config.databaseUrl) prepareDataFolder(config.dataDir, log);
  const opened = options.database ?? (await (options.opening ?? openDatabase(config, log)));
  /** What has begun and continues on its own, to be ended when the rest cannot start. */
  const begun: (() => Promise<void>)[] = [];
  try {
    // All of the product: what a process reads and erases is not the work of its own services alone.
    await migrate(opened.pool, product, { guest: options.guest });
    const health = new Health(opened.pool, config.dataDir);
    const database = Database.over(opened.pool, KIT_SCHEMA, (error) => health.note(error));
    const boss = await startBoss(opened, database, config.embedded, log, { migrate: !options.guest });
    begun.push(() => boss.stop({ graceful: false }));
    const notifications = new Notifications(opened);
    const { embedded, hostedIdentity } = config;
    const endedSessions = new EndedSessions(opened.pool, notifications, log, { enabled: !hostedIdentity, embedded });
    begun.push(() => endedSessions.stop());
    await endedSessions.start();
    const files = await openFiles(config.dataDir, filesConfig);
    begun.push(async () => files.close());
    await files.sweep(new Date());
    await purgeTemporaryFolders(log);
    const contributions = new Contributions(database, notifications);
    await contributions.announce(services);
    const sockets = new Sockets(config, log);
    const parts = {
      environment,
      config,
      database,
      boss,
      files,
      notifications,
      changes: new Changes(opened.pool, notifications, publishedTables(declaredTables(product)), log),
      parts: schemaParts(services),
      endedSessions,
      clock: options.clock ?? new SystemClock(),
      log,
      contributions,
      contracts: new ServedContracts(database, contractsOf(services), config, log),
      problems: new ProblemFilter(log, health),
      cursors: await Cursors.load(opened.pool),
      untrusted: new UntrustedReaders(),
      sockets,
      elsewhere: new Elsewhere(config, elsewhere, services),
      apiTokens: product.find(({ apiTokens }) => apiTokens)?.apiTokens,
    };
    const loaded = await loading;
    const closing = new AbortController();
    const server = await adapter(config, services, { closing: closing.signal, sessions: endedSessions, log });
    logRefusals(server.getInstance() as unknown as FastifyInstance, log, () => parts.clock.now().getTime());
    const nest = await NestFactory.create<NestFastifyApplication>(
      await root(loaded, elsewhere, parts, health),
      server,
      {
        logger: nestLogger(log),
        rawBody: true,
        abortOnError: false,
      },
    );
    for (const { errors } of loaded)
      if (errors) parts.problems.leave(errors.under, nest.get(errors.filter, { strict: false }));
    // What an installation serves, and in which versions, is for its developers.
    if (!config.production) publishDescriptions(nest, loaded);
    await nest.init();
    checkAddresses(nest, loaded);
    for (const { path, handler } of loaded.flatMap((service) => service.sockets))
      sockets.add(path, nest.get(handler, { strict: false }));
    sockets.listen(nest.getHttpServer());
    const jobs = nest.get(Jobs);
    await jobs.createQueues();
    await nest.get(Events).subscribe();
    // The process that opened the embedded database has it alone.
    await parts.contracts.start(config.embedded && !options.database);
    return {
      nest,
      config,
      database,
      log,
      listen: async () => {
        await nest.listen(config.port, config.host);
        jobs.startWorkers();
        return nest.getUrl();
      },
      close: async () => {
        closing.abort();
        sockets.refuse();
        await jobs.stop();
        parts.untrusted.close();
        await parts.contracts.stop();
        // A connection on which nothing was ever asked counts as busy: after a while all that are left are cut.
        const cut = setTimeout(() => nest.getHttpServer().closeAllConnections(), CLOSE_LIMIT);
        await nest.close();
        clearTimeout(cut);
        await endedSessions.stop();
        files.close();
        if (!options.database) await opened.close();
      },
    };
  } catch (error) {
    for (const end of begun) await end().catch(() => undefined); // the reason that is said is the first one
    if (!options.database) await opened.close();
    throw error;
  }
}

async function adapter(
  config: KitConfig,
  services: ServiceDefinition[],
  streams: EventStreams,
): Promise<FastifyAdapter> {
  const fastify = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: true,
    forceCloseConnections: "idle",
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerFrameworkError as never,
  });
  const instance = fastify.getInstance() as unknown as FastifyInstance;
  provideEventStreams(instance, streams);
  dropForwardedPorts(instance);
  addBodyRules(instance);
  addJsonParser(fastify);
  addDefaultHeaders(instance, config);
  boundSlowClients(instance, config);
  if (!config.production) answerLoopbackOnly(instance);
  instance.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    // Clients (supabase-js among them) name JSON on requests without a body, which Fastify would refuse to parse.
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
    if (!hasBody) delete request.headers["content-type"];
    requestScope.run({ requestId: request.id }, done);
  });
  const limits = services.flatMap(({ bodyLimits = [] }) => bodyLimits).sort((a, b) => b.under.length - a.under.length);
  instance.addHook("onRoute", (route) => {
    const limit = limits.find(({ under }) => route.url.startsWith(under));
    if (limit) route.bodyLimit = limit.bytes;
  });
  instance.addContentTypeParser(STREAMED, (_request, payload, done) => done(null, payload));
  await fastify.register(multipart as never, { throwFileSizeLimit: true } as never);
  return fastify;
}

async function root(
  services: LoadedService[],
  elsewhere: ServiceDefinition[],
  parts: KitParts,
  health: Health,
): Promise<Type> {
  @Controller()
  class HealthController {
    /**
     * Whether this process can do its work: 503 when the database does not answer, 507 while the disk is full.
     * `elsewhere` says which services of other processes it reaches; that one is away is no fault of this process. With
     * `?own` it asks no other process.
     */
    @Public()
    @Get(["api/health", ...services.map((service) => `api/${service.name}/health`)])
    async health(@Query("own") own?: string) {
      await health.check();
      const others = elsewhere.length && own === undefined ? { elsewhere: await parts.elsewhere.reached() } : {};
      const state = { status: "ok", services: services.map((service) => service.name), ...others };
      return parts.config.production ? state : { ...state, contracts: parts.contracts.own };
    }
  }
  // Each service is given the database as the caller's role of its own schema reaches it.
  const names = services.map(({ name }) => name);
  const readers = elsewhere.flatMap(({ schema, readers = {} }) =>
    Object.entries(readers).flatMap(([reader, module]) => (names.includes(reader) ? [{ schema, module }] : [])),
  );
  const loaded = await Promise.all(readers.map(async ({ schema, module }) => ({ schema, module: await load(module) })));
  const modules = [...loaded, ...services].map(({ module, schema }) => ({
    module,
    providers: [{ provide: Database, useValue: parts.database.of(schema) }],
  }));
  @Module({ imports: [kitModule(parts), ...modules], controllers: [HealthController] })
  class RootModule {}
  return RootModule;
}

/** One OpenAPI description a service, at /api/<service>/openapi.json. */
function publishDescriptions(nest: NestFastifyApplication, services: LoadedService[]): void {
  const fastify = nest.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  for (const service of services) {
    let document: object | undefined;
    fastify.get(`/api/${service.name}/openapi.json`, async () => {
      document ??= describeService(nest, service);
      return document;
    });
  }
}
