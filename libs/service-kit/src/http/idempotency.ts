import { createHash } from "node:crypto";
import { type CallHandler, type ExecutionContext, type NestInterceptor, SetMetadata, type Type } from "@nestjs/common";
import type { ModuleRef, Reflector } from "@nestjs/core";
import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { from, lastValueFrom, type Observable } from "rxjs";
import { Claim, claims, type KeptAnswer } from "../database/claim.ts";
import type { Caller } from "./caller.ts";
import { problem } from "./problem.ts";
import { uploadedContent } from "./uploads.ts";

/** How an answer is given again without its text being kept. */
interface ByReference<Controller, Answer> {
  /** What is kept of the answer: the id of what it shows. */
  reference(answer: Answer): string;
  /** Answers again, as that is now. @throws ProblemException 404 when it has been deleted since */
  replay(controller: Controller, caller: Caller, reference: string, reply: FastifyReply): Promise<Answer>;
}

export const IDEMPOTENT = "tessera:idempotent";
/** Longest Idempotency-Key, in characters. */
export const MAX_KEY_LENGTH = 200;

/**
 * The handler honours `Idempotency-Key`: the same key gets the first answer again and writes nothing, also after the
 * process was killed. The handler does its work in one transaction of `Database`; what it opens later joins that.
 * Uploads are read before the transaction begins. Work outside the database (a payment) is not made idempotent by this:
 * hand the key on to whom is asked there.
 */
export const Idempotent = <Controller, Answer>(byReference?: ByReference<Controller, Answer>) =>
  SetMetadata(IDEMPOTENT, byReference ?? {});

type Options = Partial<ByReference<unknown, unknown>>;

/**
 * Answers a request with an Idempotency-Key once. Claim and answer are kept by the transaction of the work:
 * database/claim.ts.
 */
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
    const key = request.headers["idempotency-key"];
    const options = this.reflector.get<Options | undefined>(IDEMPOTENT, context.getHandler());
    if (!key || !request.caller || !options) return next.handle();
    return from(this.once(String(key), request.caller, options, context, next));
  }

  private async once(
    key: string,
    caller: Caller,
    options: Options,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<unknown> {
    if (key.length > MAX_KEY_LENGTH)
      throw problem(invalidRequest, { reason: `Idempotency-Key is longer than ${MAX_KEY_LENGTH} characters.` });
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    // What was answered may show cards that a limited token does not reach.
    const { apiToken } = caller;
    const of = apiToken?.cards ? `${apiToken.id} ` : "";
    const scoped = `${of}${request.method} ${request.url.split("?")[0]} ${key}`;
    const claim = new Claim(caller.userId, scoped, () => fingerprintOf(request));
    try {
      const body = await claims.run(claim, () => lastValueFrom(next.handle(), { defaultValue: undefined }));
      await claim.answer({ status: reply.statusCode, reference: options.reference?.(body) ?? null, body });
      return body;
    } catch (error) {
      await claim.abandon(error);
      if (!claim.replayed) throw error;
      return this.replay(claim.replayed, options, caller, context.getClass(), reply);
    }
  }

  private async replay(
    kept: KeptAnswer,
    options: Options,
    caller: Caller,
    type: Type,
    reply: FastifyReply,
  ): Promise<unknown> {
    const byReference = kept.reference !== null && options.replay;
    const body = byReference
      ? await byReference(this.modules.get(type, { strict: false }), caller, kept.reference!, reply)
      : (kept.body ?? undefined);
    reply.status(kept.status).header("idempotent-replayed", "true");
    return body;
  }
}

/**
 * Does work once for a key of a person, as `Idempotent` does for a whole request: the same key within a day gets the
 * first answer and writes nothing. The answer is kept, so it is short. @param same what makes two askings the same
 * @throws ProblemException 422 `idempotency_key_reused`, 409 `request_in_progress`
 */
export async function once<T>(userId: string, key: string, same: string, work: () => Promise<T>): Promise<T> {
  const claim = new Claim(userId, key, () => createHash("sha256").update(same).digest("hex"));
  try {
    const body = await claims.run(claim, work);
    await claim.answer({ status: 200, reference: null, body });
    return body;
  } catch (error) {
    await claim.abandon(error);
    if (!claim.replayed) throw error;
    return claim.replayed.body as T;
  }
}

/** What makes two requests the same: the bytes of the JSON body, or the names and contents of the files sent. */
function fingerprintOf(request: FastifyRequest & { rawBody?: Buffer }): string {
  return (
    uploadedContent(request) ??
    createHash("sha256")
      .update(request.rawBody ?? "")
      .digest("hex")
  );
}
