import { applyDecorators, type Type } from "@nestjs/common";
import { ModulesContainer, Reflector } from "@nestjs/core";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { ApiResponse, DocumentBuilder, type OpenAPIObject, SwaggerModule } from "@nestjs/swagger";
import { Problem } from "@tessera/contracts-core/problem.ts";
import { z } from "zod";
import { FOR_API_TOKENS } from "../api-tokens/for-api-tokens.ts";
import type { LoadedService } from "../service-definition.ts";
import { SUBSCRIBED } from "../subscription/subscribed.ts";
import { PUBLIC } from "./caller.ts";
import { FRESH_PROOF } from "./fresh-proof.ts";
import { IDEMPOTENT, MAX_KEY_LENGTH } from "./idempotency.ts";
import { toOpenApi31 } from "./openapi-31.ts";
import { addExamples } from "./openapi-examples.ts";
import { addRefusals } from "./openapi-refusals.ts";
import { RATE_LIMIT } from "./rate-limit.ts";

type Operation = NonNullable<OpenAPIObject["paths"][string]["get"]>;
type Method = "get" | "head" | "post" | "put" | "patch" | "delete";
type Handler = (...all: never[]) => unknown;
type Schemas = NonNullable<NonNullable<OpenAPIObject["components"]>["schemas"]>;

/** An operation whose answers no decorator describes: of clients with a form of their own, and of pages. */
export interface OperationDescription {
  summary: string;
  /** Answers by status: the schema of a JSON body, or in words what else comes (`type`: its content type). */
  answers: Record<number, z.ZodType | { words: string; type?: string }>;
  /** Statuses with which it refuses, beside those that its kind has. */
  refuses?: number[];
  /** Whether it takes the token of a signed-in person. */
  signedIn?: boolean;
}

const apiToken = {
  type: "http" as const,
  scheme: "bearer",
  bearerFormat: "tessera_pat_…",
  description: "A token that a person made under Settings, API tokens, with the scope that the operation names.",
};
const PROBLEM = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

/** Says with which statuses a handler refuses, beside those that its decorators stand for, and with which codes. */
export const Refuses = (refusals: Record<number, string>) =>
  applyDecorators(
    ...Object.entries(refusals).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, content: PROBLEM }),
    ),
  );

/** Where Nest keeps the status that @HttpCode names. */
const HTTP_CODE = "__httpCode__";
const METHODS: Method[] = ["get", "head", "post", "put", "patch", "delete"];

/** The OpenAPI 3.1 description of one service: its own operations, each with who may call it and what it may refuse. */
export function describeService(nest: NestFastifyApplication, service: LoadedService): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(`Tessera ${service.title}`)
    .setVersion(service.contract ?? "1")
    .addServer("/")
    .addBearerAuth();
  if (service.about) builder.setDescription(service.about);
  const document = SwaggerModule.createDocument(nest, builder.build(), {
    include: modulesOf(nest, service.module).map(({ metatype }) => metatype),
  });
  document.components ??= {};
  const schemas: Schemas = { ...document.components.schemas };
  inComponents(z.looseObject(Problem.shape).meta({ id: "Problem" }), schemas);
  document.components.schemas = schemas;
  const handlers = handlersOf(nest, service.module);
  const reflector = nest.get(Reflector);
  let takesApiTokens = false;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const found = operation && handlers.get(operation.operationId ?? "");
      if (!operation || !found) continue;
      operation.summary ||= wordsOf(operation.operationId!);
      const described = service.operations?.[`${method.toUpperCase()} ${path}`];
      if (described) describe(operation, described, schemas);
      const errors = service.errorBody
        ? { "application/json": { schema: inComponents(service.errorBody, schemas) }, ...PROBLEM }
        : PROBLEM;
      const signedIn = described ? described.signedIn === true : !reflector.getAllAndOverride(PUBLIC, found);
      complete(operation, { path, method, signedIn, errors }, (key) => reflector.getAllAndOverride(key, found));
      takesApiTokens ||= operation.security?.some((one) => "apiToken" in one) ?? false;
      for (const status of described?.refuses ?? [])
        operation.responses[status] ??= { description: "Refused; the code says why", content: errors };
    }
  }
  if (takesApiTokens) document.components.securitySchemes = { ...document.components.securitySchemes, apiToken };
  const upgraded = toOpenApi31(document);
  addExamples(upgraded);
  return upgraded;
}

/** "ItemsController_markRead": "Mark read". */
function wordsOf(operationId: string): string {
  const words = operationId
    .slice(operationId.indexOf("_") + 1)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}

function describe(operation: Operation, { summary, answers }: OperationDescription, schemas: Schemas): void {
  operation.summary = summary;
  operation.responses = {};
  for (const [status, answer] of Object.entries(answers))
    operation.responses[status] =
      answer instanceof z.ZodType
        ? { description: summary, content: { "application/json": { schema: inComponents(answer, schemas) } } }
        : {
            description: answer.words,
            ...(answer.type ? { content: { [answer.type]: { schema: { type: "string" } } } } : {}),
          };
}

interface Place {
  path: string;
  method: Method;
  signedIn: boolean;
  errors: Record<string, { schema: Schemas[string] }>;
}

function complete(
  operation: Operation,
  { path, method, signedIn, errors }: Place,
  metadata: (key: string) => unknown,
): void {
  const headers = (operation.parameters ?? []).flatMap((one) => ("in" in one && one.in === "header" ? [one] : []));
  const needsVersion = headers.some(({ name }) => name.toLowerCase() === "if-match");
  for (const header of headers) {
    if (header.name.toLowerCase() !== "if-match") continue;
    Object.assign(header, { name: "If-Match", required: true, schema: { type: "string" }, example: '"3"' });
    header.description = 'The version that was read, as its ETag says, or "*"';
  }
  for (const one of operation.parameters ?? [])
    if ("in" in one && one.in === "query" && one.name === "cursor")
      // Whatever a list writes into it, clients see it signed.
      Object.assign(one, { schema: { type: "string", minLength: 1 }, description: "nextCursor of the page before" });
  const opening = metadata(FOR_API_TOKENS) as string[] | undefined;
  const tokens = opening?.length === 0 ? [{ apiToken: [] }] : opening?.map((scope) => ({ apiToken: [scope] }));
  if (signedIn) operation.security = [{ bearer: [] }, ...(tokens ?? [])];
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
  const facts = {
    signedIn,
    needsVersion,
    subscribed: Boolean(metadata(SUBSCRIBED)),
    idempotent: Boolean(metadata(IDEMPOTENT)),
    limited: Boolean(metadata(RATE_LIMIT)),
    freshProof: Boolean(metadata(FRESH_PROOF)),
    namesOne: path.includes("{"),
    writes: method !== "get" && method !== "head",
  };
  // Decorators that say what is refused take the place of the answer that Nest describes on its own.
  const succeeds = Object.keys(operation.responses).some((status) => Number(status) < 400);
  if (!succeeds)
    operation.responses[(metadata(HTTP_CODE) as number | undefined) ?? (method === "post" ? 201 : 200)] = {
      description: "Done",
    };
  addRefusals(operation.responses, facts, errors);
}

/** The modules of a service: its own, and those that this is made of; what is global belongs to others. */
function modulesOf(nest: NestFastifyApplication, module: Type) {
  const found = [...nest.get(ModulesContainer).values()].find(({ metatype }) => metatype === module);
  const all = new Set(found ? [found] : []);
  for (const one of all) for (const imported of one.imports) if (!imported.isGlobal) all.add(imported);
  return [...all];
}

/** Handlers by operationId, each with its class, as a reflector wants them. */
function handlersOf(nest: NestFastifyApplication, module: Type): Map<string, [Handler, Type]> {
  const handlers = new Map<string, [Handler, Type]>();
  for (const { metatype } of modulesOf(nest, module).flatMap(({ controllers }) => [...controllers.values()])) {
    const type = metatype as Type;
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      const handler = Object.getOwnPropertyDescriptor(type.prototype, name)?.value;
      if (typeof handler === "function") handlers.set(`${type.name}_${name}`, [handler as Handler, type]);
    }
  }
  return handlers;
}

/** A schema by reference where it has a name; what it refers to is put among the schemas. */
function inComponents(type: z.ZodType, schemas: Schemas): Schemas[string] {
  const text = JSON.stringify(z.toJSONSchema(type, { target: "openapi-3.0", unrepresentable: "any" }));
  const {
    $schema: _,
    definitions = {},
    ...schema
  } = JSON.parse(text.replaceAll("#/definitions/", "#/components/schemas/")) as {
    $schema?: string;
    definitions?: Schemas;
  };
  for (const [name, named] of Object.entries(definitions)) schemas[name] = withoutId(named);
  const id = type.meta()?.id;
  if (!id) return schema as Schemas[string];
  if (!(id in definitions)) schemas[id] = withoutId(schema);
  return { $ref: `#/components/schemas/${id}` };
}

const withoutId = ({ id: _, ...schema }: Schemas[string] & { id?: string }) => schema as Schemas[string];
