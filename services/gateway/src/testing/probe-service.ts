import { Body, Controller, Get, Injectable, Module, Post, Req, Res } from "@nestjs/common";
import {
  Public,
  type ServiceDefinition,
  type SocketHandler,
  SocketRefused,
  type SocketRequest,
  sendEvents,
} from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";

/** Says what it gets, for the tests of what is in front of it. */
@Public()
@Controller("api/probe")
class ProbeController {
  @Get("request")
  request(@Req() request: FastifyRequest) {
    return {
      ip: request.ip,
      protocol: request.protocol,
      host: request.host,
      url: request.url,
      headers: request.headers,
    };
  }

  @Post("json")
  json(@Body() body: unknown, @Res({ passthrough: true }) reply: FastifyReply) {
    reply.status(418).headers({ "x-own": "yes", "set-cookie": ["a=1; Path=/", "b=2; Path=/"] });
    return { body };
  }

  /** Sends each piece of the body back as it comes. */
  @Post("echo")
  echo(@Body() body: NodeJS.ReadableStream, @Res() reply: FastifyReply) {
    return reply.type("application/octet-stream").send(body);
  }

  @Get("events")
  events(@Res() reply: FastifyReply) {
    return sendEvents(reply, async function* (_lastEventId, signal) {
      yield { id: "1", data: "first" };
      await new Promise((end) => signal.addEventListener("abort", end, { once: true }));
    });
  }

  /** Takes the request and ends its connection without an answer. */
  @Post("breaks")
  breaks(@Req() request: FastifyRequest, @Res() _reply: FastifyReply) {
    request.raw.socket.destroy();
  }

  @Get("busy")
  busy(@Res() reply: FastifyReply) {
    return reply.status(503).header("retry-after", "1").send({ code: "busy" });
  }
}

@Injectable()
class ProbeSocket implements SocketHandler {
  readonly limits = { maxConnections: 10, maxConnectionsPerNetwork: 10, maxMessageBytes: 1_000_000 };
  async open({ url, network }: SocketRequest) {
    if (url.searchParams.has("refuse")) throw new SocketRefused(402, "no_plan", "Choose a plan first.");
    return (socket: WebSocket) => {
      socket.send(network);
      socket.on("message", (data: Buffer) => socket.send(data));
    };
  }
}

@Module({ controllers: [ProbeController], providers: [ProbeSocket] })
class ProbeModule {}

export const probeService: ServiceDefinition = {
  name: "probe",
  title: "Probe",
  module: ProbeModule,
  schema: "probe",
  sockets: [{ path: "/api/probe/socket", handler: ProbeSocket }],
  migrations: [],
};
