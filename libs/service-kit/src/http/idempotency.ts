import { createHash } from "node:crypto";
import { type CallHandler, type ExecutionContext, type NestInterceptor, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import { sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { from, lastValueFrom, type Observable } from "rxjs";
import type { Database } from "../database/database.ts";
import type { Caller } from "./caller.ts";
import { problem } from "./problem.ts";

const IDEMPOTENT = "tessera:idempotent";
/** The handler honours `Idempotency-Key`: the same key gets the first answer again and writes nothing. */
export const Idempotent = () => SetMetadata(IDEMPOTENT, true);

/** Seconds after which an attempt that never answered (a killed process) may be made again. */
const ABANDONED_AFTER = 60;

export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
    const key = request.headers["idempotency-key"];
    if (!key || !request.caller || !this.reflector.get<boolean>(IDEMPOTENT, context.getHandler())) return next.handle();
    return from(this.once(String(key), request.caller, request, context.switchToHttp().getResponse<FastifyReply>(), next));
  }

  private async once(key: string, caller: Caller, request: FastifyRequest, reply: FastifyReply, next: CallHandler): Promise<unknown> {
    if (key.length > 200) throw problem(400, "invalid_request", "Idempotency-Key is longer than 200 characters.");
    const scoped = `${request.method} ${request.url.split("?")[0]} ${key}`;
    const hash = createHash("sha256").update(fingerprint(request)).digest("hex");
    const kept = await this.claim(caller.userId, scoped, hash);
    if (kept) {
      reply.status(kept.status).header("idempotent-replayed", "true");
      return kept.body ?? undefined;
    }
    try {
      const body = await lastValueFrom(next.handle(), { defaultValue: undefined });
      await this.keep(caller.userId, scoped, reply.statusCode, body);
      return body;
    } catch (error) {
      await this.forget(caller.userId, scoped);
      throw error;
    }
  }

  /** @returns the kept answer, or null when this request is the one to do the work */
  private async claim(userId: string, key: string, hash: string): Promise<{ status: number; body: unknown } | null> {
    return this.database.system(async (tx) => {
      const claimed = await tx.execute(sql`
        insert into kit.answer (user_id, key, request_hash) values (${userId}, ${key}, ${hash})
        on conflict (user_id, key) do update set created_at = now()
          where kit.answer.status is null and kit.answer.created_at < now() - make_interval(secs => ${ABANDONED_AFTER})
            and kit.answer.request_hash = excluded.request_hash
        returning key`);
      if (claimed.rows.length) return null;
      const { rows } = await tx.execute<{ request_hash: string; status: number | null; body: unknown }>(
        sql`select request_hash, status, body from kit.answer where user_id = ${userId} and key = ${key}`,
      );
      const answer = rows[0];
      if (answer && answer.request_hash !== hash)
        throw problem(422, "idempotency_key_reused", "This Idempotency-Key was used for another request. Use a new one.");
      if (!answer || answer.status === null)
        throw problem(409, "request_in_progress", "The same request is being worked on. Ask again in a moment.", {
          headers: { "retry-after": "1" },
        });
      return { status: answer.status, body: answer.body };
    });
  }

  private async keep(userId: string, key: string, status: number, body: unknown): Promise<void> {
    const json = body === undefined ? null : JSON.stringify(body);
    await this.database.system((tx) =>
      tx.execute(sql`update kit.answer set status = ${status}, body = ${json}::jsonb where user_id = ${userId} and key = ${key}`),
    );
  }

  private async forget(userId: string, key: string): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`delete from kit.answer where user_id = ${userId} and key = ${key} and status is null`),
    );
  }
}

/** What makes two requests the same: the bytes of the JSON body, or the length of an upload (its bytes are a stream). */
function fingerprint(request: FastifyRequest & { rawBody?: Buffer }): Buffer | string {
  return request.rawBody ?? `upload ${request.headers["content-length"] ?? ""}`;
}
