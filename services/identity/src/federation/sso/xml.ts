import xml2js from "xml2js";
import { checkXml, type XmlBounds } from "./xml-bounds.ts";

/** An element: its text `_`, its attributes `$`, and its children by local name. */
export interface Element {
  _?: string;
  $?: Record<string, string>;
  [child: string]: Element[] | string | Record<string, string> | undefined;
}

/**
 * Reads a document that declares no type and so no entities.
 * @returns its root's local name and element
 * @throws Error when it is not that
 */
export async function parseXml(text: string, bounds: XmlBounds): Promise<{ name: string; root: Element }> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error("it declares a document type or entities");
  checkXml(text, bounds);
  const parser = new xml2js.Parser({
    explicitCharkey: true,
    tagNameProcessors: [xml2js.processors.stripPrefix],
    async: false,
  });
  const parsed = (await parser.parseStringPromise(text)) as Record<string, Element> | null;
  const [entry] = Object.entries(parsed ?? {});
  if (!entry) throw new Error("it is empty");
  return { name: entry[0], root: entry[1] };
}

/** Children of a name. */
export const childrenOf = (element: Element | undefined, name: string): Element[] => {
  const children = element && Object.hasOwn(element, name) && name !== "$" && name !== "_" ? element[name] : undefined;
  return Array.isArray(children) ? children : [];
};

/** The only child of a name; undefined when there is none. @throws Error when there are several */
export function onlyChild(element: Element | undefined, name: string): Element | undefined {
  const children = childrenOf(element, name);
  if (children.length > 1) throw new Error(`it has several ${name} elements`);
  return children[0];
}

export const textOf = (element: Element | undefined): string =>
  (typeof element === "string" ? element : (element?._ ?? "")).trim();
export const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element?.$ && Object.hasOwn(element.$, name) ? element.$[name] : undefined;
