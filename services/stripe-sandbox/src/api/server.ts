import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from "@nestjs/common";
import { SANDBOX_ADDRESS_FILE, type SandboxAddress } from "@tessera/contracts-billing/stripe-sandbox.ts";
import { CONFIG, Database, type KitConfig, Log } from "@tessera/service-kit";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { Sandbox } from "../sandbox.ts";
import { Fault, invalid } from "../state/fault.ts";
import { answer, faultBody } from "./answer.ts";
import { parseForm } from "./form.ts";
import { installationKey } from "./installation-key.ts";
import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/account.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { customerRoutes } from "./routes/customers.ts";
import { disputeRoutes } from "./routes/disputes.ts";
import { hostedSessionRoutes } from "./routes/hosted-sessions.ts";
import { invoiceRoutes } from "./routes/invoices.ts";
import { meterRoutes } from "./routes/meters.ts";
import { paymentRoutes } from "./routes/payments.ts";
import { portalConfigurationRoutes } from "./routes/portal-configurations.ts";
import { promotionRoutes } from "./routes/promotions.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";

/** Every address that is served. */
export const routes: Route[] = [
  ...accountRoutes,
  ...catalogRoutes,
  ...promotionRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...hostedSessionRoutes,
  ...portalConfigurationRoutes,
  ...invoiceRoutes,
  ...meterRoutes,
  ...paymentRoutes,
  ...subscriptionRoutes,
];

/**
 * The API on its own loopback port (the SDK takes no path prefix). The port is any free one and the key is this
 * installation's own; both are written to a file in the data folder that only this user may read.
 */
@Injectable()
export class ApiServer implements OnModuleInit, OnApplicationShutdown {
  private readonly server = this.build();
  private secretKey = "";

  constructor(
    private readonly sandbox: Sandbox,
    private readonly database: Database,
    private readonly log: Log,
    @Inject(CONFIG) private readonly config: KitConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    this.secretKey = await installationKey(this.database);
    await this.server.listen({ host: "127.0.0.1", port: 0 });
    const address = this.server.server.address();
    if (address === null || typeof address === "string") throw new Error("The payment sandbox has no port");
    this.publish({ host: "127.0.0.1", port: address.port, secretKey: this.secretKey });
    this.log.debug({ port: address.port }, "payment sandbox listens");
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
    rmSync(this.addressFile(), { force: true });
  }

  private addressFile = () => join(this.config.dataDir, SANDBOX_ADDRESS_FILE);

  private publish(address: SandboxAddress): void {
    mkdirSync(this.config.dataDir, { recursive: true });
    writeFileSync(this.addressFile(), JSON.stringify(address), { mode: 0o600 });
    chmodSync(this.addressFile(), 0o600);
  }

  private build(): FastifyInstance {
    const server = Fastify({
      bodyLimit: 256 * 1024,
      genReqId: () => `req_${randomBytes(12).toString("hex")}`,
      routerOptions: { querystringParser: (text) => ({ text }), maxParamLength: 300 },
      forceCloseConnections: true,
    });
    server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    server.addHook("onRequest", async (request, reply) => {
      reply.header("request-id", request.id);
      this.authorize(request);
    });
    server.setErrorHandler((error, _request, reply) => {
      const fault = error instanceof Fault ? error : this.unforeseen(error as Error & { statusCode?: number });
      reply
        .status(fault.status)
        .header("stripe-should-retry", fault.status >= 500 ? "true" : "false")
        .send(faultBody(fault));
    });
    server.setNotFoundHandler((request, reply) => {
      const fault = invalid(
        `Unrecognized request URL (${request.method}: ${request.url.split("?")[0]}). The sandbox serves only what the product uses.`,
      );
      reply.status(404).send(faultBody(fault));
    });
    for (const route of routes) this.serve(server, route);
    return server;
  }

  private serve(server: FastifyInstance, route: Route): void {
    server.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const text =
          route.method === "POST"
            ? ((request.body as string | undefined) ?? "")
            : ((request.query as { text?: string }).text ?? "");
        const fields = parseForm(text);
        const key = request.headers["idempotency-key"];
        const meta = { id: request.id, idempotency_key: typeof key === "string" ? key.slice(0, 255) : null };
        const at = request.params as Record<string, string>;
        const { status, body, replayed } = await this.sandbox.unit((ledger) => answer(ledger, route, fields, at), meta);
        if (replayed) reply.header("idempotent-replayed", "true");
        reply.status(status).send(body);
      },
    });
  }

  private authorize(request: FastifyRequest): void {
    const given = Buffer.from(keyOf(request.headers.authorization ?? ""));
    const expected = Buffer.from(this.secretKey);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return;
    throw new Fault(401, {
      type: "invalid_request_error",
      message: "Invalid API Key provided. The sandbox takes the key of its own installation.",
    });
  }

  private unforeseen(error: Error & { statusCode?: number }): Fault {
    if (error.statusCode && error.statusCode < 500) return invalid(error.message);
    this.log.error({ err: error }, "payment sandbox: request failed");
    return new Fault(500, {
      type: "api_error",
      message: "An error happened in the sandbox. Nothing of this request was kept.",
    });
  }
}

/** As a Bearer token, or as the user name of Basic authentication; both are Stripe's. */
function keyOf(authorization: string): string {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return value;
  return Buffer.from(value, "base64").toString().split(":")[0] ?? "";
}
