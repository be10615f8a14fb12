import { type Node, parse } from "acorn";
import { ancestor } from "acorn-walk";

/** What one piece of code does to what other areas work with. */
export interface Offence {
  rule: "no-global-writes" | "no-global-css";
  /** The code, shortened. */
  code: string;
}

/** Nodes as acorn makes them. */
interface Any extends Node {
  // biome-ignore lint/suspicious/noExplicitAny: which fields there are depends on the node's type
  [field: string]: any;
}

/**
 * Names that are no globals: those of CommonJS modules and of the bundler. `location` leads to another page and harms
 * none.
 */
const NOT_GLOBAL = /^(module|exports|require|__webpack_\w+|location)$/;
/** The page's title, and how much of a stack tools want. */
const HARMLESS = new Set(["document.title", "Error.stackTraceLimit"]);
/** Symbols that `protectGlobals` gives to browsers without them: `??=` leaves them as they are. */
const GIVEN = new Set(["Symbol.dispose", "Symbol.asyncDispose"]);
const WINDOWS = new Set(["window", "self", "globalThis"]);
/** Functions that write to their first argument. */
const WRITERS: Record<string, Set<string>> = {
  Object: new Set([
    "assign",
    "defineProperty",
    "defineProperties",
    "setPrototypeOf",
    "freeze",
    "seal",
    "preventExtensions",
  ]),
  Reflect: new Set(["set", "defineProperty", "deleteProperty", "setPrototypeOf"]),
};
/** What takes the page's own elements away. */
const EMPTYING =
  /^document(\.(body|head|documentElement))?\.(replaceChildren|remove|write|writeln|open|insertAdjacentHTML)$/;

/**
 * Writes to the window, to what it has (prototypes included) and to the elements every area is in, and styles that are
 * not of one component. By its text alone: what is reached through a function's result or a parameter is left to
 * protect-globals.ts.
 */
export function findOffences(code: string): Offence[] {
  const tree = parseModule(code);
  if (!tree) return [];
  const declared = declaredIn(tree);
  const text = (node: Any) => code.slice(node.start, node.end).replace(/\s+/g, " ").slice(0, 80);
  const found: Offence[] = [];
  const add = (rule: Offence["rule"], node: Any) => void found.push({ rule, code: text(node) });

  /** `document.body` for `window.document["body"]`; null for what does not begin with a global. */
  const path = (node: Any): string | null => {
    if (node.type === "Identifier") {
      const name = node.name as string;
      const alias = declared.get(name);
      if (alias !== undefined) return alias && path(alias);
      return NOT_GLOBAL.test(name) ? null : name;
    }
    if (node.type !== "MemberExpression") return null;
    const above = path(node.object);
    if (above === null) return null;
    const own = node.computed
      ? node.property.type === "Literal"
        ? String(node.property.value)
        : "[]"
      : node.property.name;
    if (WINDOWS.has(above)) return NOT_GLOBAL.test(own) ? null : own;
    return `${above}.${own}`;
  };
  const write = (target: Any, operator = "=") => {
    const place = target.type === "MemberExpression" || target.type === "Identifier" ? path(target) : null;
    const isGiven = operator === "??=" && place !== null && GIVEN.has(place);
    if (place !== null && !isGiven && !HARMLESS.has(place)) add("no-global-writes", target);
    const properties = (target.properties ?? []) as Any[];
    for (const part of [...(target.elements ?? []), ...properties.map(({ value }) => value)]) if (part) write(part);
  };
  const call = (node: Any) => {
    const [first] = node.arguments;
    const callee = path(node.callee);
    const [owner = "", method = ""] = callee?.split(".") ?? [];
    if (callee && EMPTYING.test(callee)) add("no-global-writes", node);
    if (first && callee === `${owner}.${method}` && WRITERS[owner]?.has(method) && path(first) !== null)
      add("no-global-writes", node);
    if (
      callee === "document.createElement" &&
      first?.type === "Literal" &&
      String(first.value).toLowerCase() === "style"
    )
      add("no-global-css", node);
  };
  ancestor(tree, {
    AssignmentExpression: (node) => write((node as Any).left, (node as Any).operator),
    UpdateExpression: (node) => write((node as Any).argument),
    UnaryExpression: (node) => {
      if ((node as Any).operator === "delete") write((node as Any).argument);
    },
    CallExpression: (node) => call(node as Any),
    ImportSpecifier: (node) => {
      if ((node as Any).imported.name === "makeStaticStyles") add("no-global-css", node as Any);
    },
    Property: (node) => {
      const { key } = node as Any;
      if (key.type === "Literal" && String(key.value).includes(":global")) add("no-global-css", key);
    },
  } as Parameters<typeof ancestor>[1]);
  return found;
}

/** Null for what is no program, as a module of data. */
function parseModule(code: string): Node | null {
  for (const sourceType of ["module", "script"] as const) {
    try {
      return parse(code, { ecmaVersion: "latest", sourceType, allowHashBang: true, allowReturnOutsideFunction: true });
    } catch {
      // The other kind of program, or none: the bundler says so.
    }
  }
  return null;
}

/**
 * Names that the module declares anywhere, with what they stand for when that is a global by another name (`const page
 * = window`). A name that is declared in one function and global in another counts as declared.
 */
function declaredIn(tree: Node): Map<string, Any | null> {
  const declared = new Map<string, Any | null>();
  const declare = (pattern: Any | null, value: Any | null = null) => {
    if (!pattern) return;
    if (pattern.type === "Identifier")
      declared.set(pattern.name, isPath(value) && !names(value, pattern.name) ? value : null);
    for (const part of [pattern.left, pattern.argument, ...(pattern.elements ?? [])]) if (part) declare(part);
    for (const property of pattern.properties ?? []) declare(property.value ?? property.argument);
  };
  const functions = (node: Node) => {
    declare((node as Any).id);
    for (const parameter of (node as Any).params) declare(parameter);
  };
  const specifier = (node: Node) => declare((node as Any).local);
  ancestor(tree, {
    VariableDeclaration: (node) => {
      for (const { id, init } of (node as Any).declarations) declare(id, (node as Any).kind === "const" ? init : null);
    },
    FunctionDeclaration: functions,
    FunctionExpression: functions,
    ArrowFunctionExpression: functions,
    ClassDeclaration: (node) => declare((node as Any).id),
    ClassExpression: (node) => declare((node as Any).id),
    CatchClause: (node) => declare((node as Any).param),
    ImportSpecifier: specifier,
    ImportDefaultSpecifier: specifier,
    ImportNamespaceSpecifier: specifier,
  } as Parameters<typeof ancestor>[1]);
  return declared;
}

const isPath = (node: Any | null): boolean =>
  node !== null && (node?.type === "Identifier" || (node?.type === "MemberExpression" && isPath(node.object)));
const names = (node: Any | null, name: string): boolean =>
  node?.type === "Identifier" ? node.name === name : node?.type === "MemberExpression" && names(node.object, name);
