import type { Composition, PageConfig } from "../composition.ts";
import { COMPOSITION_ELEMENT, CONFIG_ELEMENT } from "../page.ts";

function inlined<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page carries no "${id}"`);
  return JSON.parse(text) as T;
}

export const readComposition = () => inlined<Composition>(COMPOSITION_ELEMENT);
export const readConfig = () => inlined<PageConfig>(CONFIG_ELEMENT);
