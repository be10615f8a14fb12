import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

interface Field {
  optional: boolean;
  type: string;
  /** Namespaces the field stands in, outermost first. */
  scope: string[];
}
interface Declarations {
  interfaces: Map<string, Map<string, Field>>;
  /** String literals of each alias. */
  enums: Map<string, string[]>;
}

const resources = join(dirname(createRequire(import.meta.url).resolve("stripe")), "../esm/resources");

/**
 * What the installed SDK declares about the objects of one file: fields, nullability, enums. Its declarations are
 * generated in one regular layout (four spaces a level), which this reads line by line.
 * @param file path below the SDK's resources, for example "Checkout/Sessions"
 */
export function readDeclarations(file: string): Declarations {
  const text = readFileSync(join(resources, `${file}.d.ts`), "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");
  const declarations: Declarations = { interfaces: new Map(), enums: new Map() };
  const scope: string[] = [];
  let current: { indent: number; fields: Map<string, Field> } | null = null;
  for (const line of text.split("\n")) {
    const indent = line.length - line.trimStart().length;
    const opened = /^\s*(?:export )?(?:declare )?(namespace|interface) (\w+)/.exec(line);
    if (opened?.[1] === "namespace") scope.splice(indent / 4, Number.POSITIVE_INFINITY, opened[2] ?? "");
    else if (opened) {
      scope.splice(indent / 4);
      current = { indent, fields: new Map() };
      const path = [...scope, opened[2]].join(".");
      if (!line.includes("{}") && !declarations.interfaces.has(path)) declarations.interfaces.set(path, current.fields);
    } else if (current && indent === current.indent && line.trim() === "}") current = null;
    else if (current) {
      const field = /^(\w+)(\?)?: (.*?);?$/.exec(line.trim());
      if (field && indent === current.indent + 4)
        current.fields.set(field[1] ?? "", { optional: field[2] === "?", type: field[3] ?? "", scope: [...scope] });
    }
    const alias = /^\s*(?:export )?type (\w+) = (.*);$/.exec(line);
    if (alias) declarations.enums.set([...scope.slice(0, indent / 4), alias[1]].join("."), literals(alias[2] ?? ""));
  }
  return declarations;
}

const literals = (type: string) => [...type.matchAll(/'([^']*)'/g)].map((match) => match[1] ?? "");

/** The name that a reference means, looked up from the innermost namespace outwards. */
const resolve = (names: Map<string, unknown>, { scope, type }: Field, owner: string): string | undefined => {
  const name = type.replace(/^Array<(.*)>$/, "$1").split(" | ")[0] ?? "";
  for (let depth = scope.length; depth >= 0; depth--) {
    const path = [...scope.slice(0, depth), name].join(".");
    if (names.has(path)) return path;
  }
  return names.has(`${owner}.${name}`) ? `${owner}.${name}` : undefined;
};

/**
 * Where a value differs from what is declared: a missing or unknown key, a null, a literal that is none of the enum.
 */
export function differences(
  declarations: Declarations,
  name: string,
  value: Record<string, unknown>,
  at = name,
): string[] {
  const fields = declarations.interfaces.get(name);
  if (!fields) return [`${at}: the SDK declares no ${name}`];
  const found = Object.keys(value)
    .filter((key) => !fields.has(key))
    .map((key) => `${at}.${key}: unknown to the SDK`);
  for (const [key, field] of fields) {
    const held = value[key];
    if (held === undefined) {
      if (!field.optional) found.push(`${at}.${key}: missing`);
    } else if (held === null) {
      if (!/\bnull\b/.test(field.type)) found.push(`${at}.${key}: null, declared ${field.type}`);
    } else found.push(...ofField(declarations, name, field, held, `${at}.${key}`));
  }
  return found;
}

function ofField(declarations: Declarations, owner: string, field: Field, held: unknown, at: string): string[] {
  if (Array.isArray(held))
    return held.flatMap((entry, index) => ofField(declarations, owner, field, entry, `${at}[${index}]`));
  if (typeof held === "object") {
    const path = resolve(declarations.interfaces, field, owner);
    // Objects of other files are checked on their own.
    return path && !("object" in (held as object))
      ? differences(declarations, path, held as Record<string, unknown>, at)
      : [];
  }
  const primitive = field.type
    .replace(/\bArray<(.*)>/, "$1")
    .split(" | ")
    .includes(typeof held);
  if (primitive) return [];
  const alias = resolve(declarations.enums, field, owner);
  const allowed = alias ? (declarations.enums.get(alias) ?? []) : literals(field.type);
  if (typeof held === "string" && (allowed.includes(held) || field.type.includes("Decimal"))) return [];
  return [`${at}: ${JSON.stringify(held)} is not ${field.type}${allowed.length ? ` (${allowed.join(", ")})` : ""}`];
}
