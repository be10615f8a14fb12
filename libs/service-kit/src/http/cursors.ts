import { createHmac, timingSafeEqual } from "node:crypto";
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from "@nestjs/common";
import { invalidCursor } from "@tessera/contracts-core/problems.ts";
import type { FastifyRequest } from "fastify";
import { map, type Observable } from "rxjs";
import type { Pool } from "../database/pool.ts";
import type { Caller } from "./caller.ts";
import { problem } from "./problem.ts";

/** Characters of a signature: 128 bits in base64url. */
const LENGTH = 22;

type Asked = FastifyRequest<{ Querystring: { cursor?: unknown } }> & { caller?: Caller };

/**
 * Signs the cursors of all lists (`nextCursor` of an answer), and takes no other back (`cursor` of a query): what a
 * list reads from one was written here, for this person and this list. Handlers see neither signature.
 */
export class Cursors implements CanActivate, NestInterceptor {
  constructor(private readonly key: Buffer) {}

  static async load(pool: Pool): Promise<Cursors> {
    const { rows } = await pool.query("select key from kit.cursor_key");
    return new Cursors(Buffer.from((rows as { key: Uint8Array }[])[0]!.key));
  }

  /** @throws ProblemException 400 `invalid_cursor` */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Asked>();
    const { cursor } = request.query ?? {};
    // Addresses of pages may hold any words.
    if (cursor === undefined || !request.url.startsWith("/api/")) return true;
    if (typeof cursor !== "string") throw problem(invalidCursor);
    request.query.cursor = this.open(cursor, listOf(request), request.caller);
    return true;
  }

  /**
   * For answers in which a cursor stands deeper. @param list names what it was written for
   * @returns the cursor with its signature
   */
  sign(written: string, list: string, caller: Pick<Caller, "userId"> | undefined): string {
    return written + this.signatureOf(written, list, caller);
  }

  /** @returns the cursor as it was written. @throws ProblemException 400 `invalid_cursor` */
  open(cursor: string, list: string, caller: Pick<Caller, "userId"> | undefined): string {
    const [written, signature] = [cursor.slice(0, -LENGTH), cursor.slice(-LENGTH)];
    const right = Buffer.from(this.signatureOf(written, list, caller));
    const given = Buffer.from(signature);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw problem(invalidCursor);
    return written;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Asked>();
    return next.handle().pipe(map((answer) => this.signed(answer, request)));
  }

  private signed(answer: unknown, request: Asked): unknown {
    const { nextCursor } = (answer ?? {}) as { nextCursor?: unknown };
    if (typeof nextCursor !== "string") return answer;
    return { ...(answer as object), nextCursor: this.sign(nextCursor, listOf(request), request.caller) };
  }

  private signatureOf(written: string, list: string, caller: Pick<Caller, "userId"> | undefined): string {
    const mac = createHmac("sha256", this.key).update(JSON.stringify([list, caller?.userId ?? null, written]));
    return mac.digest("base64url").slice(0, LENGTH);
  }
}

const listOf = ({ url }: Asked): string => url.split("?")[0]!;
