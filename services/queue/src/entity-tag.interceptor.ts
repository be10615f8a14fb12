import { createHash } from "node:crypto";
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from "@nestjs/common";
import { map, type Observable } from "rxjs";

interface Answer {
  header(name: string, value: string): Answer;
  code(status: number): Answer;
}

/** Names an answer by its content, so that a page that asks every few seconds gets 304 while nothing changed. */
@Injectable()
export class EntityTag implements NestInterceptor {
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
