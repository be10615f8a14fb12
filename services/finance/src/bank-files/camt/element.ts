/** An element of XML with what it holds; names without their prefix. */
export interface Element {
  name: string;
  line: number;
  currency?: string;
  text: string;
  children: Element[];
}

/** The first element at a path of names below this one: "TxDtls/Refs/EndToEndId". */
export function at(element: Element | undefined, path: string): Element | undefined {
  let found = element;
  for (const name of path.split("/")) found = found?.children.find((child) => child.name === name);
  return found;
}

/** Its trimmed text, or undefined when there is none. */
export const textAt = (element: Element | undefined, path: string): string | undefined =>
  at(element, path)?.text.trim() || undefined;

/** The first text that stands at one of the paths. */
export function firstText(element: Element | undefined, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const text = textAt(element, path);
    if (text) return text;
  }
  return undefined;
}

export const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];
