import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const ofEnvironment = createRequire(require.resolve("jest-environment-jsdom"));
const ofJsdom = createRequire(ofEnvironment.resolve("jsdom"));
const helpers = "./jsdom/living/helpers";
/** jsdom's own module, whose function `makeStylesFast` replaces. */
const styleRules = ofJsdom(`${helpers}/style-rules.js`);
const { matchesDontThrow } = ofJsdom(`${helpers}/selectors.js`);
const { implForWrapper, wrapperForImpl } = ofJsdom("./jsdom/living/generated/utils.js");
const { CSSStyleDeclaration } = ofJsdom("cssstyle");

/** Properties of a computed style that elements take from their parent in jsdom. */
const INHERITED = Object.entries(styleRules.propertiesWithResolvedValueImplemented)
  .filter(([, { inherited }]) => inherited)
  .map(([name]) => name);

/**
 * What an element must be for a selector to match it: the class, id or type in the last compound of each of the
 * selector's alternatives; `*` where that names none.
 */
export function keysOf(selector) {
  if (selector.includes("\\")) return ["*"];
  let plain = selector.replaceAll(/\[[^\]]*\]/g, "");
  while (/\([^()]*\)/.test(plain)) plain = plain.replaceAll(/\([^()]*\)/g, "");
  const compounds = plain.split(",").map((alternative) =>
    alternative
      .trim()
      .split(/[\s>+~]+/)
      .at(-1),
  );
  return [
    ...new Set(compounds.map((one) => /[.#][^.#:]+/.exec(one)?.[0] ?? /^[\w-]+/.exec(one)?.[0].toLowerCase() ?? "*")),
  ];
}

/** A rule whose selector is nothing but a key needs no matcher. */
const isKey = (selector) => /^[.#]?[A-Za-z_][\w-]*$/.test(selector);

let numbered = 0;

/** The rules of a style sheet by what an element must be to match them. */
class SheetIndex {
  rules = new Map();
  count = 0;
  last = null;

  constructor(sheet) {
    this.sheet = sheet;
  }

  /** Rules that may match an element with these keys, in their order. */
  candidates(keys) {
    this.update();
    const found = new Set();
    for (const key of keys) for (const rule of this.rules.get(key) ?? []) found.add(rule);
    return [...found].sort((a, b) => a.number - b.number);
  }

  /** Griffel adds its rules one after the other; anything else that became of the sheet is read again. */
  update() {
    const { cssRules } = this.sheet;
    if (cssRules.length === this.count && cssRules[this.count - 1] === this.last) return;
    if (cssRules.length < this.count || (this.count && cssRules[this.count - 1] !== this.last)) {
      this.rules.clear();
      this.count = 0;
    }
    for (; this.count < cssRules.length; this.count++) {
      const rule = cssRules[this.count];
      // As jsdom decides it, which knows no media but the screen.
      if (!rule.media) this.add(rule);
      else if (Array.prototype.includes.call(rule.media, "screen")) for (const inner of rule.cssRules) this.add(inner);
    }
    this.last = cssRules[this.count - 1];
  }

  add({ selectorText, style }) {
    if (!selectorText || !style) return;
    const rule = { number: ++numbered, selector: selectorText, style, isSure: isKey(selectorText) };
    for (const key of keysOf(selectorText)) {
      if (this.rules.has(key)) this.rules.get(key).push(rule);
      else this.rules.set(key, [rule]);
    }
  }
}

const indexes = new WeakMap();
function indexOf(sheet) {
  let index = indexes.get(sheet);
  if (!index) {
    index = new SheetIndex(sheet);
    indexes.set(sheet, index);
  }
  return index;
}

/** Declarations and computed styles of each document, by what they were made of. */
const made = new WeakMap();
/** What a declaration was made of. */
const sources = new WeakMap();

function madeIn(document) {
  let of = made.get(document);
  if (!of) {
    of = { declarations: new Map(), styles: new Map() };
    made.set(document, of);
  }
  return of;
}

let defaults;

function matchingRules(element) {
  defaults ??= ofJsdom("rrweb-cssom").parse(ofJsdom("./jsdom/browser/default-stylesheet"));
  const id = element.getAttributeNS(null, "id");
  const classes = element.getAttributeNS(null, "class")?.match(/\S+/g) ?? [];
  const keys = ["*", element._localName, ...classes.map((name) => `.${name}`), ...(id ? [`#${id}`] : [])];
  return [defaults, ...element._ownerDocument.styleSheets._list].flatMap((sheet) =>
    indexOf(sheet)
      .candidates(keys)
      .filter(({ isSure, selector }) => isSure || matchesDontThrow(element, selector)),
  );
}

/** As jsdom makes it, whose later rule wins whatever its specificity. */
function declare(styles) {
  const declaration = new CSSStyleDeclaration();
  for (const style of styles) {
    for (const property of Array.from(style)) {
      const value = style.getPropertyValue(property);
      if (value === "unset") declaration.removeProperty(property);
      else declaration.setProperty(property, value, style.getPropertyPriority(property));
    }
  }
  return declaration;
}

function declarationOf(element) {
  const document = element._ownerDocument;
  document._styleCache ??= new WeakMap();
  const known = document._styleCache.get(element);
  if (known) return known;
  const rules = matchingRules(element);
  const own = element.style?.length ? element.style : null;
  const source = `${rules.map(({ number }) => number).join()};${own?.cssText ?? ""}`;
  const { declarations } = madeIn(document);
  let declaration = declarations.get(source);
  if (!declaration) {
    declaration = declare([...rules.map(({ style }) => style), ...(own ? [own] : [])]);
    declarations.set(source, declaration);
    sources.set(declaration, source);
  }
  document._styleCache.set(element, declaration);
  return declaration;
}

/** Elements alike have one computed style between them: what matches is the same, and so is what is inherited. */
function styleOf(element, compute) {
  const parent = element.parentElement;
  const inherited = parent ? styleOf(parent, compute).inherited : "";
  const source = `${sources.get(declarationOf(element))};${inherited}`;
  const { styles } = madeIn(element._ownerDocument);
  let found = styles.get(source);
  if (!found) {
    const style = compute(element);
    found = { style, inherited: INHERITED.map((name) => style.getPropertyValue(name)).join(";") };
    styles.set(source, found);
  }
  return found;
}

styleRules.getDeclarationForElement = declarationOf;
/** jsdom's window keeps the function above when it is loaded, which is here for that reason. */
export const { TestEnvironment } = require("jest-environment-jsdom");

/**
 * After each change of a page jsdom tries every rule on an element, and on those around it, as soon as a style is asked
 * for, which each query by role does, and parses all values again. With Fluent's hundreds of rules that was two fifths
 * of what screens' tests cost. The rules are found by class, id or type instead, and what was made of the same rules
 * is not made twice.
 */
export function makeStylesFast(window) {
  const original = window.getComputedStyle;
  window.getComputedStyle = (element, pseudo) => {
    const impl = pseudo ? null : implForWrapper(element);
    return impl?._ownerDocument
      ? styleOf(impl, (one) => original(wrapperForImpl(one))).style
      : original(element, pseudo);
  };
}
