import { type Definitions, membersOf, refusals } from "./accepts.ts";
import { type JsonSchema, type Shape, textOf } from "./shape.ts";

/** What `published` promises and `now` does not keep, one sentence each. */
export function broken(published: Shape, now: Shape): string[] {
  // No operation named it, so that it was kept for both directions; now one does, in one of them.
  const moved = (name: string) =>
    name in published.requests && name in published.answers && name in now.requests !== name in now.answers;
  return [
    ...Object.entries(published.operations).flatMap(([operation, answer]) => {
      if (!(operation in now.operations)) return [`${operation} is gone`];
      const own = now.operations[operation]!;
      // Who reads nothing of an answer is not disturbed by one.
      return own === answer || answer === "void" ? [] : [`${operation} answers ${own} instead of ${answer}`];
    }),
    ...compare("request", published.requests, now.requests, (before, after, at) => refusals(after, before, at), moved),
    ...compare("answer", published.answers, now.answers, (before, after, at) => refusals(before, after, at), moved),
    // Publishers and consumers of both versions run at the same time.
    ...compare("event", published.events, now.events, (before, after, at) => [
      ...new Set([...refusals(after, before, at), ...refusals(before, after, at)]),
    ]),
    ...Object.entries(published.problems).flatMap(([code, statuses]) =>
      statuses
        .filter((status) => !now.problems[code]?.includes(status))
        .map((status) => `problem ${code} (${status}) is gone`),
    ),
  ];
}

interface Side {
  schema: JsonSchema;
  definitions: Definitions;
}

function compare(
  what: string,
  published: Definitions,
  now: Definitions,
  check: (before: Side, after: Side, at: string) => string[],
  mayBeGone: (name: string) => boolean = () => false,
): string[] {
  return Object.entries(published).flatMap(([name, schema]) => {
    const own = now[name];
    if (!own && mayBeGone(name)) return [];
    if (!own) return [`${what} ${name} is gone`];
    const found = check({ schema, definitions: published }, { schema: own, definitions: now }, name);
    return [...found, ...gone(schema, own, name)].map((reason) => `${what} ${reason}`);
  });
}

/** Members that are gone: a client that still sends one never learns it, a client that needs one never gets it. */
function gone(published: JsonSchema, now: JsonSchema, at: string): string[] {
  const members = membersOf(now);
  return Object.entries(membersOf(published)).flatMap(([name, schema]) => {
    const own = members[name];
    if (!own) return [`${at}/${name}: is gone`];
    return gone(schema, own, `${at}/${name}`);
  });
}

/** Why the current shape cannot be published after the last one, one sentence each. */
export function refusalsOf(published: Shape | null, now: Shape): string[] {
  if (!published) return [];
  const breaks = broken(published, now);
  if (breaks.length)
    return breaks.map((reason) => `${reason}: keep it, or raise the major version above ${published.version}`);
  const changed = textOf({ ...published, version: now.version }) !== textOf(now);
  return changed && !isLater(now.version, published.version)
    ? [`the shape changed: raise the version above ${published.version}`]
    : [];
}

/** Whether a version `major.minor.patch` is above another. */
export function isLater(version: string, than: string): boolean {
  const [own, other] = [version, than].map((one) => one.split(".").map(Number));
  const at = own!.findIndex((part, index) => part !== other![index]);
  return at >= 0 && own![at]! > other![at]!;
}
