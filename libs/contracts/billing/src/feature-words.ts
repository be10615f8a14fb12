import type { Plan } from "./billing.ts";

/** "10,000 cards", "Full-text search": a line of the comparison of plans without its table. */
export function featureInWords({ name, value }: Plan["features"][number]): string {
  if (value === "Yes") return name;
  if (value.startsWith("Yes, ")) return `${name}, ${value.slice("Yes, ".length)}`;
  if (name === "People") return value === "1" ? "For one person" : `For ${value} people`;
  const noun = `${name[0]?.toLowerCase()}${name.slice(1)}`;
  return `${value} ${value === "1" ? noun.replace(/^(\w+)s\b/, "$1") : noun}`;
}
