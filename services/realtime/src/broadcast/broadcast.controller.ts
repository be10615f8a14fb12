import { Readable } from "node:stream";
import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Headers,
  HttpCode,
  HttpException,
  Inject,
  Param,
  Post,
  Query,
  UseFilters,
} from "@nestjs/common";
import { Log, Public, RateLimit } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { ChannelPolicy } from "../access/channel-policy.ts";
import { type Claims, Credentials } from "../access/credentials.ts";
import { Refused } from "../access/refused.ts";
import { TOPIC_PREFIX } from "../channels/channel.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import { Fanout } from "../fanout/fanout.ts";
import { MAX_NAME_BYTES } from "../protocol/message.ts";
import { type Broadcast, EventName } from "./broadcast.ts";

const Topic = z
  .string()
  .min(1)
  .refine((topic) => Buffer.byteLength(TOPIC_PREFIX + topic) <= MAX_NAME_BYTES, "must have at most 245 bytes");
const Messages = z.object({
  messages: z
    .array(
      z.object({
        topic: Topic,
        event: EventName,
        payload: z.unknown().optional(),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(100),
});
const Address = z.object({ topic: Topic, event: EventName });
const Options = z.object({ private: z.enum(["true", "false"]).default("false") });

/** Refusals as realtime clients read them: `{error}`. */
@Catch()
class RealtimeErrorFilter implements ExceptionFilter {
  constructor(@Inject(Log) private readonly log: Log) {}
  catch(error: unknown, host: ArgumentsHost) {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (error instanceof Refused && error.status === 503) reply.header("retry-after", "2");
    if (error instanceof Refused) return reply.status(error.status).send({ error: error.message });
    if (error instanceof HttpException) return reply.status(error.getStatus()).send({ error: error.message });
    this.log.error({ err: error }, "realtime: a broadcast failed");
    return reply.status(500).send({ error: "Something went wrong on our side. Try again." });
  }
}

/** Broadcasts of those who have no websocket: servers, and clients before they are connected. */
@Public()
@UseFilters(RealtimeErrorFilter)
@RateLimit({ limit: 1200, windowSeconds: 60, by: "address" })
@Controller("realtime/v1/api/broadcast")
export class BroadcastController {
  constructor(
    private readonly credentials: Credentials,
    private readonly policy: ChannelPolicy,
    private readonly fanout: Fanout,
    @Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig,
  ) {}

  @Post()
  @HttpCode(202)
  async messages(
    @Body({ schema: Messages }) { messages }: z.infer<typeof Messages>,
    @Headers() headers: Record<string, string>,
  ) {
    const claims = await this.claims(headers);
    const rooms = messages.map((message) => this.writable(claims, message.topic, message.private));
    for (const [index, { event, payload }] of messages.entries())
      this.send(rooms[index]!, { event, json: JSON.stringify(payload ?? {}) });
  }

  @Post(":topic/events/:event")
  @HttpCode(202)
  async event(
    @Param({ schema: Address }) { topic, event }: z.infer<typeof Address>,
    @Query({ schema: Options }) options: z.infer<typeof Options>,
    @Headers() headers: Record<string, string>,
    @Body() body: unknown,
  ) {
    const room = this.writable(await this.claims(headers), topic, options.private === "true");
    const binary = body instanceof Readable ? await this.read(body) : undefined;
    this.send(room, binary ? { event, binary } : { event, json: JSON.stringify(body ?? {}) });
  }

  /** Bytes come as a stream, which is read no further than a message may be long. */
  private async read(body: Readable): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > this.config.maxMessageBytes) throw this.tooLong();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  private tooLong = () => new Refused(413, `A message must be at most ${this.config.maxMessageBytes} bytes.`);

  private send(room: string, broadcast: Broadcast): void {
    if ((broadcast.binary?.length ?? Buffer.byteLength(broadcast.json!)) > this.config.maxMessageBytes)
      throw this.tooLong();
    this.fanout.broadcast(room, broadcast, null);
  }

  /** @returns the room @throws Refused 403 for anybody who may not write there */
  private writable(claims: Claims, topic: string, isPrivate: boolean): string {
    if (isPrivate && !this.policy.mayWrite(topic, claims))
      throw new Refused(403, `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`);
    return this.policy.room(topic, isPrivate, claims);
  }

  private async claims(headers: Record<string, string>): Promise<Claims> {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
    const key = headers.apikey ?? headers["x-api-key"] ?? token;
    const ofKey = await this.credentials.ofKey(key);
    return token && token !== key && !token.startsWith("sb_") ? this.credentials.ofToken(token) : ofKey;
  }
}
