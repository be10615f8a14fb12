import { RouteConfig } from "@nestjs/platform-fastify";
import { invalidRequest, unsupportedCharset, unsupportedEncoding } from "@tessera/contracts-core/problems.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

/**
 * Largest body of a JSON request in bytes, where a handler does not say otherwise; uploads have limits of their own.
 */
export const BODY_LIMIT = 1024 * 1024;

/** Bounds the body of one handler, in bytes. */
export const BodyLimit = (bytes: number) => RouteConfig({ bodyLimit: bytes });

/** Bytes that a text of so many characters takes at most in JSON, each written as an escape. */
export const jsonBytes = (characters: number) => characters * 6;

/**
 * What may be sent at all: sizes by handler, JSON in UTF-8 and not compressed, multipart bodies that say where parts
 * end.
 */
export function addBodyRules(fastify: FastifyInstance): void {
  fastify.addHook("onRoute", (route) => {
    const { bodyLimit } = (route.config ?? {}) as { bodyLimit?: number };
    if (bodyLimit) route.bodyLimit = bodyLimit;
  });
  fastify.addHook("onRequest", (request, _reply, done) => {
    try {
      checkBody(request.headers);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

function checkBody(headers: FastifyRequest["headers"]): void {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const named = (name: string) =>
    parameters
      .find((one) => one.trim().startsWith(`${name}=`))
      ?.split("=")[1]
      ?.trim()
      .replaceAll('"', "");
  if (type.trim() === "multipart/form-data" && !named("boundary"))
    throw problem(invalidRequest, { reason: "The content type multipart/form-data needs a boundary." });
  if (!/^application\/([^;\s]+\+)?json$/.test(type.trim())) return;
  const charset = named("charset");
  if (charset && charset !== "utf-8" && charset !== "utf8") throw problem(unsupportedCharset);
  const encoding = headers["content-encoding"]?.toLowerCase();
  if (encoding && encoding !== "identity") throw problem(unsupportedEncoding);
}
