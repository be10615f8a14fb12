import type { Type } from "@nestjs/common";
import { ModulesContainer, Reflector } from "@nestjs/core";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from "@nestjs/swagger";
import { Problem } from "@tessera/contracts-core/problem.ts";
import { z } from "zod";
import type { ServiceDefinition } from "../service-definition.ts";
import { SUBSCRIBED } from "../subscription/subscribed.ts";
import { PUBLIC } from "./caller.ts";
import { IDEMPOTENT, MAX_KEY_LENGTH } from "./idempotency.ts";
import { RATE_LIMIT } from "./rate-limit.ts";

type Operation = NonNullable<OpenAPIObject["paths"][string]["get"]>;
type Method = "get" | "post" | "put" | "patch" | "delete";
type Handler = (...all: never[]) => unknown;

const METHODS: Method[] = ["get", "post", "put", "patch", "delete"];
const PROBLEM = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

/** What every handler of a kind may refuse, in addition to what it says itself. */
const REFUSALS: Record<number, string> = {
  400: "invalid_request; `errors` names each place by a JSON pointer",
  401: "no_authorization or bad_jwt: send an access token that is valid",
  402: "subscription_required: no plan is active",
  403: "insufficient_aal: the account has a second factor that was not given",
  404: "there is no such thing, or it is another person's",
  409: "request_in_progress: an earlier request with this Idempotency-Key still runs",
  412: "version_conflict: the thing was changed since; `version` is the current one",
  422: "idempotency_key_reused: the key was used for another request",
  428: "precondition_required: If-Match is missing",
  429: "too_many_requests: wait as many seconds as Retry-After says",
};

/** The OpenAPI description of one service: its own operations, each with who may call it and what it may refuse. */
export function describeService(nest: NestFastifyApplication, service: ServiceDefinition): OpenAPIObject {
  const document = SwaggerModule.createDocument(
    nest,
    new DocumentBuilder()
      .setTitle(`Tessera ${service.title}`)
      .setVersion(service.contract ?? "1")
      .addBearerAuth()
      .build(),
    { include: [service.module], deepScanRoutes: true },
  );
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, Problem: problemSchema() };
  const handlers = handlersOf(nest, service.module);
  const reflector = nest.get(Reflector);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const found = operation && handlers.get(operation.operationId ?? "");
      // Clients of these addresses have their own form of errors.
      const ownErrors = service.errors && `${path}/`.startsWith(service.errors.under);
      if (operation && found && !ownErrors) complete(operation, path, (key) => reflector.getAllAndOverride(key, found));
    }
  }
  return document;
}

function complete(operation: Operation, path: string, metadata: (key: string) => unknown): void {
  const headers = (operation.parameters ?? []).flatMap((one) => ("in" in one && one.in === "header" ? [one] : []));
  const needsVersion = headers.some(({ name }) => name.toLowerCase() === "if-match");
  for (const header of headers) {
    if (header.name.toLowerCase() !== "if-match") continue;
    Object.assign(header, { name: "If-Match", required: true, schema: { type: "string" }, example: '"3"' });
    header.description = 'The version that was read, as its ETag says, or "*"';
  }
  const signedIn = !metadata(PUBLIC);
  const codes = [
    ...(operation.parameters?.length || operation.requestBody ? [400] : []),
    ...(signedIn ? [401, 403] : []),
    ...(metadata(SUBSCRIBED) ? [402] : []),
    ...(path.includes("{") ? [404] : []),
    ...(metadata(IDEMPOTENT) ? [409, 422] : []),
    ...(needsVersion ? [412, 428] : []),
    ...(metadata(RATE_LIMIT) ? [429] : []),
  ];
  if (signedIn) operation.security = [{ bearer: [] }];
  if (metadata(IDEMPOTENT)) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        schema: { type: "string", maxLength: MAX_KEY_LENGTH },
        description: "The same key with the same request gets the first answer again, for a day",
      },
    ];
  }
  for (const code of codes) operation.responses[code] ??= { description: REFUSALS[code]!, content: PROBLEM };
}

/** Handlers by operationId, each with its class, as a reflector wants them. */
function handlersOf(nest: NestFastifyApplication, module: Type): Map<string, [Handler, Type]> {
  const found = [...nest.get(ModulesContainer).values()].find(({ metatype }) => metatype === module);
  const handlers = new Map<string, [Handler, Type]>();
  // As deep as deepScanRoutes goes: a service may be made of modules.
  const modules = found ? [found, ...found.imports] : [];
  for (const { metatype } of modules.flatMap(({ controllers }) => [...controllers.values()])) {
    const type = metatype as Type;
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      const handler = Object.getOwnPropertyDescriptor(type.prototype, name)?.value;
      if (typeof handler === "function") handlers.set(`${type.name}_${name}`, [handler as Handler, type]);
    }
  }
  return handlers;
}

function problemSchema() {
  const { $schema: _, ...schema } = z.toJSONSchema(Problem, { target: "openapi-3.0" });
  return schema as NonNullable<NonNullable<OpenAPIObject["components"]>["schemas"]>[string];
}
