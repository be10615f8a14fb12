import type { ExceptionFilter, Type } from "@nestjs/common";
import type { z } from "zod";
import type { Migration } from "./database/migrations.ts";
import type { WriteDocuments } from "./export/documents.ts";
import type { OperationDescription } from "./http/openapi.ts";
import type { SocketDeclaration, SocketHandler } from "./sockets/socket-handler.ts";
import type { TableDeclaration } from "./tables/table-declaration.ts";

/** Version of the contract of each of these services, by `contracts/<service>`. */
export const contractsOf = (services: ServiceDefinition[]): Record<string, string> =>
  Object.fromEntries(services.flatMap(({ name, contract }) => (contract ? [[`contracts/${name}`, contract]] : [])));

/** A class, or what loads it, so that a process reads only the code of the services that it runs. */
export type Loadable<T = unknown> = Type<T> | { load(): Promise<Type<T>> };

/** One service: what a process needs to run it, alone or beside others. */
export interface ServiceDefinition {
  /** Name in addresses: /api/<name>/openapi.json, /api/<name>/health. */
  name: string;
  title: string;
  module: Loadable;
  /**
   * Addresses that it answers, with all below them; `/api/<name>` without. The gateway sends them to the process it
   * runs in.
   */
  addresses?: string[];
  /** Where it takes websockets; the kit routes them by their path. */
  sockets?: SocketDeclaration[];
  /** The one schema that the service owns. */
  schema: string;
  migrations: Migration[];
  /**
   * Version (semver) of the contract it serves, `contracts/<name>` to those who require it; none when nobody outside
   * calls it.
   */
  contract?: string;
  /**
   * What words the errors under an address in the way of the clients it has there, instead of problem details; a
   * provider of `module`.
   */
  errors?: { under: string; filter: Loadable<ExceptionFilter> };
  /**
   * Form of its errors in JSON, where it is another than problem details; what is refused before a handler is asked has
   * these.
   */
  errorBody?: z.ZodType;
  /** What its OpenAPI description begins with. */
  about?: string;
  /** Operations that decorators do not describe, by "METHOD /path". */
  operations?: Record<string, OperationDescription>;
  /** Schemas of the variables that it reads, each variable with what it does; the start fails when others are read. */
  config?: z.ZodType[];
  /**
   * Every table with people's rows, and those that are live or kept for a time. The start fails when one was forgotten.
   */
  tables?: TableDeclaration[];
  /** Folders of the file store that hold one folder a person, named by the person's id; erased with the account. */
  personalFolders?: string[];
  /** Files that a person's export has besides rows and stored files: what the rows mean, for people to read. */
  documents?: WriteDocuments;
  /** What it adds to other services, as data, by the list that one of them reads: `itemTypes` of the items service. */
  contributes?: Record<string, readonly object[]>;
  /**
   * What another service needs of this one in its own process, by that service's name, where this one runs elsewhere: a
   * module that reads this service's tables, and does no more.
   */
  readers?: Record<string, Loadable>;
  /**
   * A function in its schema that says whose an API token is, where it keeps them: `(hash bytea, at timestamptz)`,
   * returns at most one row `(id uuid, user_id uuid, email text, scopes text[], types text[], tags text[])`, where
   * the types and tags are those of the cards that it is limited to.
   */
  apiTokens?: string;
  /** Bytes that bodies under an address may have, where less is enough than elsewhere; the longest address decides. */
  bodyLimits?: { under: string; bytes: number }[];
}

/** Whether an address is `under` or below it. */
export const owns = (under: string, path: string): boolean => path === under || path.startsWith(`${under}/`);

export const addressesOf = ({ name, addresses }: Pick<ServiceDefinition, "name" | "addresses">): string[] =>
  addresses ?? [`/api/${name}`];

/** A service with the code that runs it. */
export type LoadedService = Omit<ServiceDefinition, "module" | "sockets" | "errors"> & {
  module: Type;
  sockets: { path: string; handler: Type<SocketHandler> }[];
  errors?: { under: string; filter: Type<ExceptionFilter> };
};

export const load = async <T>(what: Loadable<T>): Promise<Type<T>> => ("load" in what ? what.load() : what);

export async function loadService({
  module,
  sockets = [],
  errors,
  ...data
}: ServiceDefinition): Promise<LoadedService> {
  return {
    ...data,
    module: await load(module),
    sockets: await Promise.all(sockets.map(async ({ path, handler }) => ({ path, handler: await load(handler) }))),
    ...(errors ? { errors: { under: errors.under, filter: await load(errors.filter) } } : {}),
  };
}
