/** Namespaces of the language, beside its constructors. */
const NAMESPACES = ["Math", "JSON", "Reflect", "Atomics", "Intl"];

/**
 * Constructors of the language and of what the product reaches the page, the network and the storage by. Missing ones
 * are skipped.
 */
const CONSTRUCTORS = [
  ..."Object Function Array String Number Boolean Symbol BigInt Promise Map Set WeakMap WeakSet WeakRef Date RegExp Iterator".split(
    " ",
  ),
  ..."Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError DOMException".split(" "),
  ..."ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array".split(
    " ",
  ),
  ..."Float32Array Float64Array BigInt64Array BigUint64Array Proxy FinalizationRegistry".split(" "),
  ..."EventTarget Node Element HTMLElement Document DocumentFragment ShadowRoot CharacterData DOMTokenList".split(" "),
  ..."NodeList HTMLCollection Range Selection Event CustomEvent History Navigator Storage Window".split(" "),
  ..."Request Response Headers URL URLSearchParams AbortController AbortSignal FormData Blob File XMLHttpRequest".split(
    " ",
  ),
  ..."WebSocket MessagePort MessageChannel BroadcastChannel Worker TextEncoder TextDecoder ReadableStream".split(" "),
  ..."MutationObserver ResizeObserver IntersectionObserver PerformanceObserver CSSStyleSheet CustomElementRegistry".split(
    " ",
  ),
  ..."IDBFactory IDBDatabase IDBObjectStore IDBTransaction Crypto SubtleCrypto".split(" "),
];

const ERRORS = CONSTRUCTORS.filter((name) => name.endsWith("Error"));

/**
 * Properties of prototypes that code gives to its own objects by assignment (`error.name = …`, a bundle's `chunks.push
 * = …`). A read-only property of a prototype refuses that as well: these
 * get a setter instead, which refuses the prototype alone.
 */
const ASSIGNED: [string[], PropertyKey[]][] = [
  [
    ["Object"],
    ["constructor", "toString", "toLocaleString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"],
  ],
  [ERRORS, ["constructor", "name", "message", "toString"]],
  [["Function"], ["constructor", "toString"]],
  [["Array"], ["push"]],
  // The state of core-js, and classes that were compiled to functions.
  [
    ["Map", "Set", "WeakMap", "WeakSet"],
    ["constructor", "get", "set", "has", "add", "delete", "clear"],
  ],
  // Babel's expressions with named groups.
  [["RegExp"], ["exec", Symbol.replace]],
  [
    ["Event", "EventTarget"],
    ["constructor", "addEventListener", "removeEventListener", "dispatchEvent"],
  ],
];

/** Fluent notices focus that a program set by a function of its own in this place (the package keyborg). */
const OPEN: Record<string, string[]> = { HTMLElement: ["focus"] };

/**
 * From now on no code of the page can replace or extend what all of it works with: intrinsics, `fetch` and the other
 * functions of the window, `history`. It throws a TypeError where it tries to. Called before the first remote runs.
 * What hostile code could do besides is not its subject: it keeps one team's slip from breaking the others.
 */
export function protectGlobals(): void {
  // Packages that end what they open by `using` want them; no remote may add them later.
  const symbols = Symbol as { dispose?: symbol; asyncDispose?: symbol };
  symbols.dispose ??= Symbol("Symbol.dispose");
  symbols.asyncDispose ??= Symbol("Symbol.asyncDispose");
  const get = (name: string) => (globalThis as unknown as Record<string, unknown>)[name];
  const prototypeOf = (name: string) => (get(name) as { prototype?: object } | undefined)?.prototype;
  for (const [names, keys] of ASSIGNED)
    for (const prototype of names.map(prototypeOf))
      if (prototype) for (const key of keys) refuseOnPrototype(prototype, key);
  for (const prototype of hiddenPrototypes()) Object.freeze(prototype);
  for (const name of CONSTRUCTORS) {
    const prototype = prototypeOf(name);
    if (prototype) freezeBut(prototype, OPEN[name] ?? []);
    // Tools set Error.stackTraceLimit.
    if (prototype && !ERRORS.includes(name)) Object.freeze(get(name));
  }
  for (const name of NAMESPACES) {
    const namespace = get(name);
    if (namespace) Object.freeze(namespace);
  }
  if ("history" in globalThis) Object.freeze(history);
  const fixed = new Set([...CONSTRUCTORS, ...NAMESPACES]);
  for (const [name, { configurable, value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
    if (configurable && (fixed.has(name) || isPlainFunction(name, value)))
      Object.defineProperty(globalThis, name, { writable: false, configurable: false });
}

/** `fetch`, `setTimeout`, `getComputedStyle`: not the constructors. */
const isPlainFunction = (name: string, value: unknown) => typeof value === "function" && /^[a-z]/.test(name);

/** Prototypes that no name leads to: without them, `for … of` and `await` could be broken all the same. */
function hiddenPrototypes(): object[] {
  const above = Object.getPrototypeOf as (value: object) => object;
  const iterables: Iterable<unknown>[] = [[], "", new Map(), new Set()];
  const iterators = [...iterables.map((list) => list[Symbol.iterator]()), "".matchAll(/x/g)].map(above);
  const generator = above(above((function* () {})()));
  const asynchronous = above(above((async function* () {})()));
  return [...iterators, generator, asynchronous, above(generator), above(asynchronous), above(Uint8Array.prototype)];
}

function freezeBut(target: object, open: string[]): void {
  if (open.length === 0) {
    Object.freeze(target);
    return;
  }
  Object.preventExtensions(target);
  for (const key of Reflect.ownKeys(target)) {
    if (open.includes(key as string)) continue;
    const { value } = Object.getOwnPropertyDescriptor(target, key)!;
    Object.defineProperty(
      target,
      key,
      value === undefined ? { configurable: false } : { writable: false, configurable: false },
    );
  }
}

function refuseOnPrototype(prototype: object, key: PropertyKey): void {
  const { value, enumerable, configurable } = Object.getOwnPropertyDescriptor(prototype, key) ?? {};
  if (!configurable || value === undefined) return;
  Object.defineProperty(prototype, key, {
    enumerable,
    configurable: false,
    get: () => value,
    set(this: object, own: unknown) {
      if (this === prototype)
        throw new TypeError(`Cannot assign to "${String(key)}": the page's own objects are read-only`);
      Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
    },
  });
}
