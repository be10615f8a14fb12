import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, createContext } from "node:vm";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { installCommonGlobals } from "jest-util";

/**
 * Keeps PGlite compiled for as long as a worker lives: V8 compiles a module again once nobody holds it, and each test
 * file opens the database in a thread of its own.
 */
const compiled = process.env.TEST_DATABASE_URL
  ? null
  : WebAssembly.compile(
      readFileSync(
        createRequire(import.meta.url)
          .resolve("@electric-sql/pglite")
          .replace(/[^/\\]+$/, "pglite.wasm"),
      ),
    );

/** Names that a context has of its own, or that must be the process's. */
const OWN = new Set(["GLOBAL", "root", "global", "globalThis"]);
/** Shared with Node.js, whose own modules answer with them. */
const SHARED = ["Buffer", "ArrayBuffer", "Uint8Array"];

/** The realm, and what was in it before any file ran. */
let global;
let began;

/**
 * The one realm of all test files of a worker: packages stay loaded in it (kept-packages-runtime.mjs). It is made
 * without interceptors, which slow down each access to a global.
 */
function makeRealm(config) {
  global = createContext(constants.DONT_CONTEXTIFY);
  for (const [name, { enumerable, ...descriptor }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (OWN.has(name) || name in global) continue;
    const define = (value) =>
      Object.defineProperty(global, name, { configurable: true, enumerable, writable: true, value });
    // An accessor is asked when it is used: to read all of them would load what they stand for.
    if ("value" in descriptor) define(descriptor.value);
    else
      Object.defineProperty(global, name, { configurable: true, enumerable, get: () => globalThis[name], set: define });
  }
  global.global = global;
  for (const name of SHARED) global[name] = globalThis[name];
  installCommonGlobals(global, config.globals);
  const { env, exit } = global.process;
  began = { env: { ...env }, exit, globals: Object.entries(Object.getOwnPropertyDescriptors(global)) };
}

/** Puts back what test files before have changed. */
function putBack() {
  for (const [name, was] of began.globals) {
    const is = Object.getOwnPropertyDescriptor(global, name);
    if (!Object.is(is?.value, was.value) || is?.get !== was.get) Object.defineProperty(global, name, was);
  }
  const { process } = global;
  for (const name of Object.keys(process.env)) if (!(name in began.env)) delete process.env[name];
  Object.assign(process.env, began.env);
  process.exit = began.exit;
}

/** Where `*.spec.ts` run. */
export default class NodeEnvironment {
  constructor({ projectConfig }) {
    if (!global) makeRealm(projectConfig);
    putBack();
    this.global = global;
    // Lines of a stack: Node's ten say too little of a test that failed.
    global.Error.stackTraceLimit = 100;
    this.moduleMocker = new ModuleMocker(this.global);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: this.global });
  }
  async setup() {
    await compiled;
  }
  async teardown() {
    this.fakeTimersModern.dispose();
    // Of Jest's runner, which is loaded for each file.
    delete global[Symbol.for("EVENT_HANDLERS")];
  }
  exportConditions() {
    return ["node", "node-addons"];
  }
  getVmContext() {
    return global;
  }
}
