import { invalid } from "../state/fault.ts";

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormFields = { [key: string]: FormValue };

/** Deepest nesting and most fields of one request: the SDK stays far below both. */
const limits = { depth: 8, fields: 1000 };

/** Reads `a[b][0][c]=value`, as the SDK writes bodies and queries. @throws Fault for names that cannot be read */
export function parseForm(text: string): FormFields {
  const tree = new Map<string, unknown>();
  const entries = [...new URLSearchParams(text)];
  if (entries.length > limits.fields) throw invalid("The request has too many parameters.");
  for (const [name, value] of entries) {
    const path = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
    const segments = path && [
      path[1] ?? "",
      ...[...(path[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? ""),
    ];
    if (!segments || segments.length > limits.depth)
      throw invalid(`The parameter name '${name}' cannot be read.`, name);
    put(tree, segments, value, name);
  }
  return plain(tree) as FormFields;
}

function put(tree: Map<string, unknown>, segments: string[], value: string, name: string): void {
  let node = tree;
  for (const [index, segment] of segments.entries()) {
    const key = segment === "" ? String(node.size) : segment;
    if (index === segments.length - 1) {
      node.set(key, value);
      return;
    }
    const next = node.get(key) ?? new Map<string, unknown>();
    if (!(next instanceof Map)) throw invalid(`The parameter '${name}' is both a value and a hash.`, name);
    node.set(key, next);
    node = next;
  }
}

/** Maps keyed 0, 1, 2, … become arrays. */
function plain(node: unknown): FormValue {
  if (!(node instanceof Map)) return node as string;
  const keys = [...node.keys()];
  if (keys.length && keys.every((key, index) => key === String(index))) return [...node.values()].map(plain);
  return Object.fromEntries(keys.map((key) => [key, plain(node.get(key))]));
}
