import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import { typeNotCreatable, unknownItemType } from "@tessera/contracts-items/problems.ts";
import { problem } from "@tessera/service-kit";
import { cleanDeep, depthOf, exceedsValues, MAX_DEPTH, MAX_VALUES } from "../text/clean.ts";
import type { TypePlugin } from "../types/plugin.ts";
import type { TypeRegistry } from "../types/registry.ts";

/** Years that a time of an item may lie in; PostgreSQL takes no year 0. */
const YEARS = { first: 1900, last: 9999 };

/** @throws ProblemException 400 `unknown_item_type` */
export function pluginFor(registry: TypeRegistry, type: string): TypePlugin {
  const plugin = registry.find(type);
  if (plugin) return plugin;
  throw problem(
    unknownItemType,
    { type },
    {
      errors: [{ path: "/type", message: "is not a registered type" }],
    },
  );
}

/** @throws ProblemException 400 `type_not_creatable` for types that only imports make */
export function checkCreatable(plugin: TypePlugin): void {
  if (plugin.definition.newMenuItem) return;
  throw problem(
    typeNotCreatable,
    { type: plugin.definition.label },
    {
      errors: [{ path: "/type", message: "is made by imports alone" }],
    },
  );
}

/** Longest text of a refusal: schemas name every key that they do not know. */
const MAX_MESSAGE = 300;

/** Refuses data that is nested too deeply or too large, then makes its texts storable. */
export function readData(data: Record<string, unknown>): Record<string, unknown> {
  if (depthOf(data) > MAX_DEPTH) throw invalidData(`is nested deeper than ${MAX_DEPTH} levels`);
  if (exceedsValues(data)) throw invalidData(`holds more than ${MAX_VALUES} values`);
  return cleanDeep(data);
}

const invalidData = (message: string) =>
  problem(invalidRequest, { reason: `data: ${message}` }, { errors: [{ path: "/data", message }] });

/** Refuses a change of what only the server writes; the same value again is no change. */
export function checkServerFields(
  plugin: TypePlugin,
  given: Record<string, unknown>,
  current: Record<string, unknown>,
): void {
  const refused = plugin.serverFields.filter(
    (key) => key in given && JSON.stringify(given[key]) !== JSON.stringify(current[key]),
  );
  if (refused.length) {
    throw problem(
      invalidRequest,
      { reason: `data.${refused[0]}: is written by the server` },
      {
        errors: refused.map((key) => ({ path: `/data/${key}`, message: "is written by the server" })),
      },
    );
  }
}

/** Checks data against the type's schema. @throws ProblemException 400 naming each place */
export function checkData(plugin: TypePlugin, data: Record<string, unknown>): Record<string, unknown> {
  const parsed = plugin.data.safeParse(data);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 20).map((issue) => ({
    path: ["/data", ...issue.path.map(String)].join("/"),
    message: issue.message.slice(0, MAX_MESSAGE),
  }));
  throw problem(
    invalidRequest,
    { reason: `${errors[0]!.path.slice(1).replaceAll("/", ".")}: ${errors[0]!.message}` },
    { errors },
  );
}

/** @throws ProblemException 400 when the year is out of range */
export function checkTime(path: string, time: string | null | undefined): void {
  if (!time) return;
  const year = new Date(time).getUTCFullYear();
  if (year >= YEARS.first && year <= YEARS.last) return;
  const message = `must lie between the years ${YEARS.first} and ${YEARS.last}`;
  throw problem(invalidRequest, { reason: `${path.slice(1)}: ${message}` }, { errors: [{ path, message }] });
}
