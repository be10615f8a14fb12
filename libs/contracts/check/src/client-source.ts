import { readFileSync } from "node:fs";
import path from "node:path";
import type { Area } from "./areas.ts";

/**
 * Which types a client's methods take and answer: types are gone at run time, so its source is read.
 * @returns `taken`: names of what goes out; `given`: by method, the type of its answer as it is written
 * @throws Error for a method whose answer has no type
 */
export function answerTypes(area: Area): { taken: Set<string>; given: Map<string, string> } {
  const source = readFileSync(path.join(area.folder, "src/client.ts"), "utf8");
  const taken = new Set<string>();
  const given = new Map<string, string>();
  for (const [, name, method] of source.matchAll(methodsAt(/^ {2}\w+: \(/m.test(source) ? 2 : 4))) {
    const answer = ANSWER.exec(method!)?.[1];
    const streams = /\b(?:events|follow)\(/.test(method!);
    if (!answer && !streams)
      throw new Error(`${area.name}: the method ${name} neither sends a request<…> nor follows events`);
    for (const type of method!.replace(ANSWER, "").match(/\b[A-Z]\w*/g) ?? []) taken.add(type);
    given.set(name!, answer?.replaceAll(/\s+/g, " ").trim() ?? "text/event-stream");
  }
  return { taken, given };
}

/** A call that names what it answers: of `request` and `download`, or of what a client makes of them for itself. */
const ANSWER = /\b[a-z]\w*<([^(]+)>\(/;
/** A member of the object that a client is, up to the next one: its name, and its source from the parameters on. */
const methodsAt = (indent: number) =>
  new RegExp(String.raw`^ {${indent}}(\w+): \(([\s\S]*?)(?=^ {${indent}}(?:\w+: \(|/\*\*)|^ {${indent - 2}}\})`, "gm");
