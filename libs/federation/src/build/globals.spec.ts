import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import { run } from "./build-app.ts";
import { findGlobalRules } from "./global-css.ts";
import { findOffences } from "./global-writes.ts";
import { GlobalsPlugin } from "./globals-plugin.ts";

describe("code", () => {
  it.each([
    "window.fetch = mine",
    "globalThis.helper = () => {}",
    'self["fetch"] = mine',
    "fetch = mine",
    "window.history.pushState = mine",
    "history.pushState = mine",
    "Array.prototype.last = mine",
    "Array.prototype.push.name = 1",
    "delete window.fetch",
    "window.counter++",
    "[window.a, window.b] = [1, 2]",
    "({ a: window.a } = x)",
    "Object.assign(window, { a: 1 })",
    'Object.defineProperty(Array.prototype, "last", {})',
    'Reflect.set(globalThis, "fetch", mine)',
    "Object.setPrototypeOf(Array.prototype, null)",
    "const page = window; page.fetch = mine",
    "const methods = Array.prototype; methods.push = mine",
    "document.body.innerHTML = ''",
    "document.body.replaceChildren()",
    "window.document.body.remove()",
    "document.write('x')",
    "document.body.style.overflow = 'hidden'",
    "window.onerror = mine",
    "Symbol.dispose = mine",
    "Symbol.iterator ??= mine",
  ])("that does %s writes to globals", (code) => {
    expect(findOffences(code)).toMatchObject([...(code.startsWith("[") ? [{}] : []), { rule: "no-global-writes" }]);
  });

  it.each([
    "const window = {}; window.fetch = mine",
    "export function f(history) { history.pushState = 1 }",
    "class Own {} Own.prototype.last = mine; Object.assign(Own.prototype, {})",
    "const link = document.createElement('a'); link.href = '/x'; document.body.append(link)",
    "window.location.href = '/x'; location.hash = ''; window.location = '/x'",
    "document.title = 'Mine'; Error.stackTraceLimit = 10",
    "module.exports = {}; exports.a = 1; Object.defineProperty(exports, '__esModule', {})",
    "const copy = Object.assign({}, window.config); const { body } = mine; body.innerHTML = ''",
    "addEventListener('keydown', mine); window.scrollTo(0, 0); localStorage.setItem('a', 'b')",
    "let fetch = window.fetch; fetch = mine",
    '{"data": 1}',
    "Symbol.dispose ??= Symbol('Symbol.dispose')",
  ])("that does %s writes to nothing that others have", (code) => {
    expect(findOffences(code)).toEqual([]);
  });

  it.each([
    'import { makeStaticStyles } from "@tessera/fluent"; makeStaticStyles({ nav: {} })',
    'const use = makeStyles({ root: { ":global(nav)": { display: "none" } } })',
    'document.createElement("style")',
  ])("that does %s styles others", (code) => {
    expect(findOffences(code)).toMatchObject([{ rule: "no-global-css" }]);
  });
});

describe("a style sheet", () => {
  it("has rules for classes of its own only", () => {
    const own =
      ".card { color: red } .card nav, a.card { color: red } @media print { .card { display: none } } .x { & nav { top: 0 } }";
    expect(findGlobalRules(`${own} @keyframes grow { from { top: 0 } to { top: 1px } }`, true)).toEqual([]);
    const global =
      "nav, .card { top: 0 } :root { top: 0 } :global(.other) { top: 0 } @media print { * { top: 0 } } html:not(.x) { top: 0 }";
    expect(findGlobalRules(global, true).map(({ code }) => code)).toEqual([
      "nav",
      ":root",
      ":global(.other)",
      "*",
      "html:not(.x)",
    ]);
  });

  it("that is no module has none", () => {
    expect(findGlobalRules(".card { color: red }", false)).toEqual([{ rule: "no-global-css", code: ".card" }]);
  });
});

it("a build fails with the file and the rule, packages included", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "globals-"));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write("src/main.js", 'import "./a.css"; import * as own from "./b.module.css"; import "patch"; console.log(own);');
  write("src/a.css", "nav { display: none }");
  write("src/b.module.css", ".b { top: 0 } body { margin: 0 }");
  write("node_modules/patch/index.js", "String.prototype.shout = function () {};");
  const build = run({
    context: folder,
    mode: "production",
    entry: "./src/main.js",
    output: { path: path.join(folder, "dist") },
    module: { rules: [{ test: /\.css$/, type: "css/auto" }] },
    plugins: [new GlobalsPlugin()],
  });
  const said = await build.then(
    () => "",
    (error: Error) => error.message,
  );
  for (const part of [
    'src/a.css: "nav" styles elements of other areas',
    'src/b.module.css: "body" styles elements of other areas',
    'patch/index.js: "String.prototype.shout" writes to what all areas share',
    "(rule no-global-css)",
    "(rule no-global-writes)",
  ])
    expect(said).toContain(part);
  rmSync(folder, { recursive: true });
});
