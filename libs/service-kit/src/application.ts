import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import { Controller, Get, Module, type Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import type { FastifyInstance } from "fastify";
import { Changes } from "./changes/changes.ts";
import { KIT_PUBLISHED } from "./changes/published-table.ts";
import { Clock, SystemClock } from "./clock.ts";
import { Environment, parseConfig } from "./config/environment.ts";
import { type KitConfig, KitConfigSchema } from "./config/kit-config.ts";
import { ServedContracts } from "./contracts/served-contracts.ts";
import { Database } from "./database/database.ts";
import { migrate } from "./database/migrations.ts";
import { Notifications } from "./database/notifications.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { FileStore, FolderFileStore } from "./files/file-store.ts";
import { Public } from "./http/caller.ts";
import { ProblemFilter } from "./http/problem-filter.ts";
import { startBoss } from "./jobs/boss.ts";
import { Events } from "./jobs/events.ts";
import { Jobs } from "./jobs/jobs.ts";
import { kitModule } from "./kit.module.ts";
import { Log, nestLogger, requestScope } from "./log.ts";
import { contractsOf, type ServiceDefinition } from "./service-definition.ts";

export interface ApplicationOptions {
  environment: Record<string, string | undefined>;
  /** An open database to use (and to leave open), instead of the one the configuration names. */
  database?: OpenDatabase;
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

/** Milliseconds that requests under way may take to end when the process stops. */
const CLOSE_LIMIT = 5_000;

/** Largest body of a JSON request in bytes; uploads have limits of their own. */
const BODY_LIMIT = 1024 * 1024;

/** Puts services into one process: migrations, jobs, health, OpenAPI, errors, logs, graceful shutdown. */
export async function createApplication(services: ServiceDefinition[], options: ApplicationOptions): Promise<Application> {
  const environment = new Environment(options.environment);
  const config = parseConfig(KitConfigSchema, environment);
  const log = options.log ?? new Log(config.logLevel);
  const opened = options.database ?? (await openDatabase(config));
  try {
    await migrate(opened.pool, services);
    const database = new Database(opened.pool);
    const boss = await startBoss(opened, database, config.embedded, log);
    const notifications = new Notifications(opened);
    const files = new FolderFileStore(join(config.dataDir, "files"));
    await files.sweep(new Date());
    const published = [{ schema: "kit", published: KIT_PUBLISHED }, ...services].flatMap(({ schema, published = [] }) =>
      published.map((table) => ({ schema, table })),
    );
    const parts = {
      environment,
      config,
      database,
      boss,
      files: files as FileStore,
      notifications,
      changes: new Changes(opened.pool, notifications, published, log),
      clock: options.clock ?? new SystemClock(),
      log,
      contracts: new ServedContracts(database, contractsOf(services), config, log),
      problems: new ProblemFilter(log),
    };
    const nest = await NestFactory.create<NestFastifyApplication>(root(services, parts, opened), await adapter(config), {
      logger: nestLogger(log),
      rawBody: true,
      abortOnError: false,
    });
    for (const { errors } of services) if (errors) parts.problems.leave(errors.under, nest.get(errors.filter, { strict: false }));
    publishDescriptions(nest, services);
    await nest.init();
    const jobs = nest.get(Jobs);
    await jobs.createQueues();
    await nest.get(Events).subscribe();
    // Who opened the embedded database has it alone.
    await parts.contracts.start(config.embedded && !options.database);
    return {
      nest,
      config,
      database,
      log,
      listen: async () => {
        await nest.listen(config.port, config.host);
        await jobs.startWorkers();
        return nest.getUrl();
      },
      close: async () => {
        await jobs.stop();
        await parts.contracts.stop();
        // A connection on which nothing was ever asked counts as busy: after a while all that are left are cut.
        const cut = setTimeout(() => nest.getHttpServer().closeAllConnections(), CLOSE_LIMIT);
        await nest.close();
        clearTimeout(cut);
        if (!options.database) await opened.close();
      },
    };
  } catch (error) {
    if (!options.database) await opened.close();
    throw error;
  }
}

async function adapter(config: KitConfig): Promise<FastifyAdapter> {
  const fastify = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: true,
    forceCloseConnections: "idle",
  });
  const instance = fastify.getInstance() as unknown as FastifyInstance;
  instance.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    // Clients (supabase-js among them) name JSON on requests without a body, which Fastify would refuse to parse.
    const hasBody = request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
    if (!hasBody) delete request.headers["content-type"];
    requestScope.run({ requestId: request.id }, done);
  });
  // As it comes: who takes such a body reads it and bounds it.
  instance.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
  await fastify.register(multipart as never, { throwFileSizeLimit: true } as never);
  return fastify;
}

function root(services: ServiceDefinition[], parts: Parameters<typeof kitModule>[0], opened: OpenDatabase): Type {
  @Controller()
  class HealthController {
    /** Whether this process can do its work: it answers 503 when the database does not answer. */
    @Public()
    @Get(["api/health", ...services.map((service) => `api/${service.name}/health`)])
    async health() {
      await opened.pool.query("select 1");
      return { status: "ok", services: services.map((service) => service.name), contracts: parts.contracts.own };
    }
  }
  @Module({ imports: [kitModule(parts), ...services.map((service) => service.module)], controllers: [HealthController] })
  class RootModule {}
  return RootModule;
}

/** One OpenAPI description a service, at /api/<service>/openapi.json. */
function publishDescriptions(nest: NestFastifyApplication, services: ServiceDefinition[]): void {
  const fastify = nest.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  for (const service of services) {
    let document: object | undefined;
    fastify.get(`/api/${service.name}/openapi.json`, async () => {
      document ??= SwaggerModule.createDocument(
        nest,
        new DocumentBuilder().setTitle(`Tessera ${service.title}`).setVersion("1").addBearerAuth().build(),
        {
          include: [service.module],
          deepScanRoutes: true,
        },
      );
      return document;
    });
  }
}
