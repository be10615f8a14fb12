import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import replyFrom from "@fastify/reply-from";
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { serviceNotRunning, serviceOff } from "@tessera/contracts-releases/problems.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import {
  CONFIG,
  Elsewhere,
  type KitConfig,
  Log,
  type ProblemException,
  problem,
  type ServiceElsewhere,
  SocketRefused,
  Sockets,
} from "@tessera/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { GATEWAY_CONFIG, type GatewayConfig } from "../gateway.config.ts";
import { type Away, awayOf } from "./away.ts";
import { answeredHeaders, forwardedHeaders } from "./forwarded.ts";
import { Tunnels } from "./tunnel.ts";

const METHODS: HTTPMethods[] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
/**
 * Ms until a process has to be connected; to have begun to answer (above what the database gives a statement); between
 * two bytes.
 */
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_TIMEOUT_MS = 150_000;
const IDLE_TIMEOUT_MS = 60_000;

/** What services answer is below it. */
const API = "/api";
/**
 * A service of another repository knows people by the access token that its page sends with a request. The session's
 * cookies hold more than that, and are nobody's but the product's.
 */
const COOKIES = ["cookie"];
/** Ms for which a process that could not be reached is left out. */
const LEFT_OUT_MS = 2_000;

/** What a request is sent to. */
interface Upstream extends Pick<ServiceElsewhere, "name" | "title" | "origin"> {
  /** Of a repository of its own. */
  announced?: boolean;
}

/** Sends what services of other processes answer on to them, requests and websockets, and streams both ways. */
@Injectable()
export class ServiceProxy implements OnModuleInit, OnModuleDestroy {
  private readonly tunnels = new Tunnels();
  /** Processes of announced services that could not be reached, and until when they are left out. */
  private readonly unreached = new Map<string, number>();
  private turn = 0;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly elsewhere: Elsewhere,
    private readonly sockets: Sockets,
    private readonly log: Log,
    @Inject(CONFIG) private readonly config: KitConfig,
    @Inject(GATEWAY_CONFIG) private readonly gateway: GatewayConfig,
    private readonly registry: ReleaseRegistry,
  ) {}

  onModuleInit(): void {
    const { services } = this.elsewhere;
    const fastify = this.host.httpAdapter.getInstance() as unknown as FastifyInstance;
    fastify.register(async (scope) => {
      // Bodies pass as they come: whose they are bounds them.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
      await scope.register(replyFrom, {
        disableRequestLogging: true,
        destroyAgent: true,
        undici: {
          connect: { timeout: CONNECT_TIMEOUT_MS },
          headersTimeout: ANSWER_TIMEOUT_MS,
          bodyTimeout: IDLE_TIMEOUT_MS,
        },
      });
      for (const service of services)
        for (const address of service.addresses)
          for (const url of [address, `${address}/*`])
            scope.route({ method: METHODS, url, handler: (request, reply) => this.forward(service, request, reply) });
      // What no service of the product answers may be one's of another repository, which comes and goes.
      scope.route({ method: METHODS, url: `${API}/*`, handler: (request, reply) => this.announced(request, reply) });
    });
    for (const service of services)
      for (const address of service.addresses)
        this.sockets.forward(address, (request, socket, head) => this.tunnel(service, request, socket, head));
    this.sockets.forward(API, async (request, socket, head) => {
      const service = await this.serviceAt(request.url ?? "");
      if (!service) throw new SocketRefused(404, "not_found", "Nothing takes connections at this address.");
      if ("code" in service) throw new SocketRefused(service.status, service.code, service.detail);
      return this.tunnel(service, request, socket, head);
    });
  }

  onModuleDestroy(): void {
    this.tunnels.closeAll();
  }

  private forward(service: Upstream, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visitor = {
      address: request.ip,
      protocol: request.protocol,
      host: request.headers.host ?? request.host,
      // Fastify lists more than the peer's own address only where that peer is a trusted proxy.
      unbelieved: [
        ...((request.ips?.length ?? 0) > 1 ? [] : this.gateway.placeHeaders),
        ...(service.announced ? COOKIES : []),
      ],
    };
    const hasBody = !["GET", "HEAD"].includes(request.method);
    return reply.from(undefined, {
      getUpstream: () => service.origin,
      retryDelay: () => null, // a request is sent once: the client knows whether it may be repeated
      rewriteRequestHeaders: () => {
        const headers = forwardedHeaders(request.headers, visitor);
        if (!hasBody) delete headers["content-length"];
        return headers as Record<string, string>;
      },
      rewriteHeaders: (headers) => {
        const { "set-cookie": cookies, ...others } = answeredHeaders(headers);
        return cookies === undefined || service.announced ? others : { ...others, "set-cookie": cookies };
      },
      onError: (_reply, { error }) => {
        const away = awayOf(error, service.title);
        this.log.error(
          { err: error, service: service.name, origin: service.origin, code: away.code },
          "a service elsewhere did not answer",
        );
        if (service.announced && away.code === "service_unreachable") {
          this.unreached.set(service.origin, performance.now() + LEFT_OUT_MS);
          refuse(request, reply, refusalOf(problem(serviceNotRunning, { service: service.title })));
        } else refuse(request, reply, away);
      },
    });
  }

  private async announced(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const service = await this.serviceAt(request.url);
    if (!service) {
      reply.callNotFound();
      return reply;
    }
    return "code" in service ? refuse(request, reply, service) : this.forward(service, request, reply);
  }

  /** The service of a repository of its own at an address; null where none is, a problem where it does not run. */
  private async serviceAt(url: string): Promise<Upstream | Refusal | null> {
    const found = await this.registry.serviceAt(url.split("?")[0]!);
    if (!found) return null;
    const { title, off } = found;
    if (off !== null) return refusalOf(problem(serviceOff, { service: title, reason: off }));
    const now = performance.now();
    for (const [origin, until] of this.unreached) if (until <= now) this.unreached.delete(origin);
    const origins = found.origins.filter((origin) => !this.unreached.has(origin));
    const origin = origins[this.turn++ % origins.length];
    return origin === undefined
      ? refusalOf(problem(serviceNotRunning, { service: title }))
      : { name: title, title, origin, announced: true };
  }

  private tunnel(service: Upstream, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { protocol } = new URL(this.config.publicUrl);
    const visitor = {
      address: this.sockets.clientOf(request),
      protocol: protocol.slice(0, -1),
      host: request.headers.host ?? "",
      unbelieved: [...this.gateway.placeHeaders, ...(service.announced ? COOKIES : [])],
    };
    return this.tunnels.through(service, visitor, request, socket, head);
  }
}

type Refusal = Pick<Away, "detail"> & { status: number; code: string };

const refusalOf = ({ definition: { status, code }, detail }: ProblemException): Refusal => ({ status, code, detail });

const refuse = (request: FastifyRequest, reply: FastifyReply, { status, code, detail }: Refusal) =>
  reply
    .status(status)
    .header("retry-after", "2")
    .type("application/problem+json")
    .send({ type: "about:blank", title: STATUS_CODES[status], status, code, detail, instance: request.id });
