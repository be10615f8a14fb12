import { parse, type Rule } from "postcss";
import type { Offence } from "./global-writes.ts";

/**
 * Selectors of a style sheet that reach elements of other areas. `isModule`: the bundler gives its classes names of
 * their own, so that each selector with one of them is of one component. @throws Error with the line that cannot be
 * read
 */
export function findGlobalRules(css: string, isModule: boolean): Offence[] {
  const found: Offence[] = [];
  parse(css).walkRules((rule) => {
    if (isNested(rule)) return;
    for (const selector of rule.selectors)
      if (!isModule || !isLocal(selector)) found.push({ rule: "no-global-css", code: selector });
  });
  return found;
}

/** Within another rule, or a step of an animation. */
const isNested = ({ parent }: Rule) =>
  parent?.type === "rule" || (parent?.type === "atrule" && /keyframes$/.test((parent as { name?: string }).name ?? ""));

const isLocal = (selector: string) =>
  /[.#][\w-]/.test(selector.replace(/:global\s*(\([^)]*\)|.*)/g, "").replace(/:(not|is|where|has)\([^)]*\)/g, ""));
