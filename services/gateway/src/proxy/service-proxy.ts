import { STATUS_CODES } from "node:http";
import replyFrom from "@fastify/reply-from";
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { CONFIG, Elsewhere, type KitConfig, Log, type ServiceElsewhere, Sockets } from "@tessera/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { GATEWAY_CONFIG, type GatewayConfig } from "../gateway.config.ts";
import { awayOf } from "./away.ts";
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

/** Sends what services of other processes answer on to them, requests and websockets, and streams both ways. */
@Injectable()
export class ServiceProxy implements OnModuleInit, OnModuleDestroy {
  private readonly tunnels = new Tunnels();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly elsewhere: Elsewhere,
    private readonly sockets: Sockets,
    private readonly log: Log,
    @Inject(CONFIG) private readonly config: KitConfig,
    @Inject(GATEWAY_CONFIG) private readonly gateway: GatewayConfig,
  ) {}

  onModuleInit(): void {
    const { services } = this.elsewhere;
    if (!services.length) return;
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
    });
    for (const service of services) for (const address of service.addresses) this.tunnel(address, service);
  }

  onModuleDestroy(): void {
    this.tunnels.closeAll();
  }

  private forward(service: ServiceElsewhere, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const visitor = {
      address: request.ip,
      protocol: request.protocol,
      host: request.headers.host ?? request.host,
      // Fastify lists more than the peer's own address only where that peer is a trusted proxy.
      unbelieved: (request.ips?.length ?? 0) > 1 ? [] : this.gateway.placeHeaders,
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
      rewriteHeaders: answeredHeaders,
      onError: (_reply, { error }) => {
        const { status, code, detail } = awayOf(error, service.title);
        this.log.error(
          { err: error, service: service.name, origin: service.origin, code },
          "a service elsewhere did not answer",
        );
        reply
          .status(status)
          .header("retry-after", "2")
          .type("application/problem+json")
          .send({ type: "about:blank", title: STATUS_CODES[status], status, code, detail, instance: request.id });
      },
    });
  }

  private tunnel(address: string, service: ServiceElsewhere): void {
    const { protocol } = new URL(this.config.publicUrl);
    this.sockets.forward(address, (request, socket, head) => {
      const visitor = {
        address: this.sockets.clientOf(request),
        protocol: protocol.slice(0, -1),
        host: request.headers.host ?? "",
        unbelieved: this.gateway.placeHeaders,
      };
      return this.tunnels.through(service, visitor, request, socket, head);
    });
  }
}
