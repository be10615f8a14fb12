import {
  parseSearch,
  type QualifierName,
  type QualifierTerm,
  qualifier,
  type SearchNode,
} from "@tessera/contracts-items/search/language.ts";

/** Qualifiers that a search may have only once. */
const ALONE: ReadonlySet<QualifierName> = new Set(["type", "url", "age", "before", "after"]);

/** The qualifiers that every card of the answer has. */
export function required(query: string): QualifierTerm[] {
  const { node } = parseSearch(query);
  const parts: SearchNode[] = !node ? [] : node.kind === "and" ? node.parts : [node];
  return parts.filter((part) => part.kind === "qualifier");
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export const asksFor = (query: string, name: QualifierName, value: string): boolean =>
  required(query).some((term) => term.name === name && same(term.value, value));

/** The query with a qualifier, or without it when it has it. */
export function toggleQualifier(query: string, name: QualifierName, value: string): string {
  const terms = required(query).filter((term) => term.name === name);
  const had = terms.some((term) => same(term.value, value));
  const gone = had ? terms.filter((term) => same(term.value, value)) : ALONE.has(name) ? terms : [];
  let left = query;
  for (const { start, end } of gone.reverse())
    left = `${left.slice(0, start).trimEnd()} ${left.slice(end).trimStart()}`;
  left = left.trim();
  if (had) return left;
  // What is narrowed is the whole of an alternative, not its last part.
  const { node } = parseSearch(left);
  const whole = node?.kind === "or" ? `(${left})` : left;
  return `${whole} ${qualifier(name, value)}`.trim();
}
