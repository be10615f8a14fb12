import { createRequire } from "node:module";
import jestRuntime from "jest-runtime";

const Runtime = jestRuntime.default ?? jestRuntime;

/** Modules of packages as the test files of this worker before have loaded them, by the names of the registries. */
const kept = { cjs: new Map(), esm: new Map(), internal: new Map() };

const ofPackage = (name) => name.includes("/node_modules/");
/** Jest's own, which begin with each file. */
const ofFile = (name) => name.includes("/node_modules/jest-circus/");

/**
 * CommonJS that requires a package of modules. Node.js allows it at any time, Jest not while an import of that package
 * has begun: whether a file could be loaded depended on those before it.
 */
const FIRST = ["sanitize-html"];

const isInstalled = (name) => {
  try {
    return Boolean(createRequire(import.meta.url).resolve(name));
  } catch {
    return false;
  }
};

/** The runtime of the file that runs: parts that a package loads later are loaded by it. */
let current;

/**
 * Jest's runtime, but packages are loaded once for each worker, not once for each test file: that was a third of what
 * the tests of services cost. Our own sources are loaded for each file. Needs an environment with one realm for all of
 * them (node-environment.mjs). `jest.mock` of a package has no effect on the packages that use it.
 */
export default class KeptPackagesRuntime extends Runtime {
  constructor(...all) {
    super(...all);
    current = this;
    const { registries, esmLoader } = this;
    for (const [name, module] of kept.cjs) registries.moduleRegistry.set(name, module);
    for (const [name, module] of kept.esm) registries.esModuleRegistry.set(name, module);
    for (const [name, module] of kept.internal) registries.internalModuleRegistry.set(name, module);
    if (kept.cjs.size === 0)
      for (const name of FIRST) if (isInstalled(name)) this.requireModuleOrMock(import.meta.filename, name);
    const { dynamicImport } = esmLoader;
    const fromCjs = esmLoader.dynamicImportFromCjs.bind(esmLoader);
    this.imports = { dynamicImport, fromCjs };
    esmLoader.dynamicImport = (...of) => current.imports.dynamicImport(...of);
    esmLoader.dynamicImportFromCjs = (...of) => current.imports.fromCjs(...of);
  }
  requireModuleOrMock(from, name) {
    return this === current ? super.requireModuleOrMock(from, name) : current.requireModuleOrMock(from, name);
  }
  requireInternalModule(from, name) {
    return this === current ? super.requireInternalModule(from, name) : current.requireInternalModule(from, name);
  }
  teardown() {
    const { moduleRegistry, esModuleRegistry, internalModuleRegistry } = this.registries;
    for (const [name, module] of moduleRegistry) if (ofPackage(name) && module.loaded) kept.cjs.set(name, module);
    for (const [name, module] of internalModuleRegistry)
      if (!ofFile(name) && module.loaded) kept.internal.set(name, module);
    for (const [name, module] of esModuleRegistry)
      if (ofPackage(name) && module.status === "evaluated") kept.esm.set(name, module);
    super.teardown();
  }
}
