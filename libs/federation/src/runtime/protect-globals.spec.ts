import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";

/**
 * In a process of its own: what is protected stays so. `script` runs after the globals are protected.
 * @returns what it printed
 */
async function inProcess(script: string): Promise<string> {
  const code = `
    import { protectGlobals } from ${JSON.stringify(path.join(import.meta.dirname, "protect-globals.ts"))};
    protectGlobals();
    ${script}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    cwd: import.meta.dirname,
  });
  return stdout.trim();
}

describe("globals, once they are protected", () => {
  it("cannot be replaced, extended or removed", async () => {
    const tries = [
      "globalThis.fetch = () => {}",
      "fetch = () => {}",
      "globalThis.Promise = class {}",
      "delete globalThis.setTimeout",
      'Object.defineProperty(globalThis, "fetch", { value: 1 })',
      "Array.prototype.push = () => {}",
      "Array.prototype.map = () => {}",
      "WeakMap.prototype.get = () => {}",
      "Array.prototype.last = () => {}",
      "delete Array.prototype.filter",
      "Array.prototype[Symbol.iterator] = () => {}",
      "Object.getPrototypeOf([].values()).next = () => {}",
      "Object.prototype.polluted = true",
      "Object.prototype.toString = () => {}",
      "Error.prototype.name = 1",
      "Function.prototype.call = () => {}",
      "Promise.prototype.then = () => {}",
      "Promise.all = () => {}",
      "JSON.parse = () => {}",
      "Math.random = () => 4",
      "Response.prototype.json = () => {}",
      "EventTarget.prototype.addEventListener = () => {}",
    ];
    const attempts = tries.map(
      (one) =>
        `try { ${one}; console.log(${JSON.stringify(one)}); } catch (error) { if (!(error instanceof TypeError)) throw error; }`,
    );
    expect(await inProcess(attempts.join("\n"))).toBe("");
  });

  it("let code give its own objects what prototypes have, and use them as before", async () => {
    const script = `
      const error = new Error("x"); error.name = "Mine"; error.message = "said";
      class Own extends TypeError { constructor() { super("own"); this.name = "Own"; } }
      function Old() {} Old.prototype = Object.create(Error.prototype); Old.prototype.constructor = Old;
      const chunks = []; chunks.push = (value) => "handed over " + value;
      const store = new WeakMap(); store.get = store.get; store.has = store.has; store.set = store.set;
      function Named() {} Named.prototype = Object.create(RegExp.prototype);
      Named.prototype.exec = () => "found"; Named.prototype[Symbol.replace] = () => "replaced";
      function Table() {} Table.prototype = Object.create(Map.prototype); Table.prototype.constructor = Table;
      const made = {}; made.toString = () => "text"; made.valueOf = () => 1;
      const call = () => {}; call.toString = () => "native";
      const list = [3, 1, 2]; list.push(0); list.sort();
      async function* numbers() { yield* list; }
      let sum = 0; for await (const one of numbers()) sum += one;
      console.log(String(error), new Own().name, new Old().constructor === Old, chunks.push(1), \`\${made}\`, call.toString(), list.join(""), sum, Object.keys(error).length, new Named().exec(), "x".replace(new Named(), ""), new Table().constructor === Table);`;
    expect(await inProcess(script)).toBe("Mine: said Own true handed over 1 text native 0123 6 1 found replaced true");
  });

  it("are enough for the libraries of the product: zod, supabase-js, React and Fluent", async () => {
    const script = `
      const { z } = await import("zod");
      const { createClient } = await import("@supabase/supabase-js");
      const { createElement } = await import("react");
      const { renderToString } = await import("react-dom/server");
      const { FluentProvider, Button, webLightTheme } = await import("@fluentui/react-components");
      const parsed = z.object({ a: z.array(z.string().min(1)) }).safeParse({ a: ["b", ""] });
      const client = createClient("http://127.0.0.1:1", "key", { auth: { persistSession: false, autoRefreshToken: false } });
      const { error } = await client.auth.signInWithPassword({ email: "a@example.com", password: "b" });
      const html = renderToString(createElement(FluentProvider, { theme: webLightTheme }, createElement(Button, null, "Press")));
      console.log(parsed.error.issues[0].path.join("."), error.name, /Press/.test(html));
      process.exit(0);`;
    expect(await inProcess(script)).toBe("a.1 AuthRetryableFetchError true");
  });
});
