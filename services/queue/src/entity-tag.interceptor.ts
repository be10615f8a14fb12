import { createHash } from "node:crypto";
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from "@nestjs/common";
import { ApiHeader, ApiResponse } from "@nestjs/swagger";
import { map, type Observable } from "rxjs";
import type { ZodType } from "zod";

interface Answer {
  header(name: string, value: string): Answer;
  code(status: number): Answer;
}

/** Names an answer by its content, so that a page that asks every few seconds gets 304 while nothing changed. */
@Injectable()
class EntityTag implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((body: unknown) => {
        const tag = `W/"${createHash("sha1").update(JSON.stringify(body)).digest("base64url")}"`;
        const answer = http
          .getResponse<Answer>()
          .header("etag", tag)
          .header("cache-control", "private, no-cache")
          .header("vary", "authorization");
        const known = http.getRequest<{ headers: Record<string, string | undefined> }>().headers["if-none-match"];
        if (known?.split(/\s*,\s*/).includes(tag)) {
          answer.code(304);
          return undefined;
        }
        return body;
      }),
    );
  }
}

/** Answers with an entity tag, and 304 to those who have the answer already. */
export const Tagged = (standardSchema: ZodType) =>
  applyDecorators(
    ApiHeader({ name: "If-None-Match", required: false, description: "Tags of answers that the caller has" }),
    ApiResponse({
      status: 200,
      standardSchema,
      headers: { ETag: { description: "Names this answer", schema: { type: "string" } } },
    }),
    ApiResponse({ status: 304, description: "Nothing changed since the answer that If-None-Match names" }),
    UseInterceptors(EntityTag),
  );
