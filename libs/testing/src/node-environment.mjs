import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { TestEnvironment } from "jest-environment-node";

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

export default class NodeEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    await compiled;
  }
}
