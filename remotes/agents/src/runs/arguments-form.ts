/** Arguments of a tool as fields show them: texts as they are, everything else as JSON. */
export const fieldsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );

/** The name of an argument as a person reads it: "Due at" for `due_at` and for `dueAt`. */
export function fieldName(argument: string): string {
  const words = argument
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * What the fields say. A field is a text where it was one before; what cannot be read is named instead.
 */
export function readFields(
  before: Record<string, unknown>,
  fields: Record<string, string>,
): { values: Record<string, unknown> } | { unreadable: string } {
  const values: Record<string, unknown> = {};
  for (const [name, written] of Object.entries(fields)) {
    if (typeof before[name] === "string") values[name] = written;
    else
      try {
        values[name] = JSON.parse(written);
      } catch {
        return { unreadable: name };
      }
  }
  return { values };
}
