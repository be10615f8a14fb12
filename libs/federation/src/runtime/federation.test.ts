import { expect, it } from "@jest/globals";
import { createInstance } from "@module-federation/runtime";
import { startFederation } from "./federation.ts";

/** A container that takes react of the page, as bundles do. */
const container = {
  remote: createInstance({ name: "a", remotes: [] }),
  init(scope: object) {
    this.remote.initShareScopeMap("default", scope as never);
  },
  async get() {
    const shareConfig = { singleton: true, requiredVersion: false } as const;
    const react = await this.remote.loadShare("react", { customShareInfo: { shareConfig } });
    if (!react) throw new Error("The page shares no react");
    return () => ({ default: react() });
  },
};

it("a shared module that did not come is fetched again for the next that asks", async () => {
  const answers: (() => unknown)[] = [
    () => {
      throw new Error("Loading chunk 1 failed.");
    },
  ];
  const federation = startFederation({
    react: { version: "19.0.0", load: async () => (answers.shift() ?? (() => "react"))() },
  });
  const register = () => {
    federation.registerRemotes(
      [{ name: "a", entry: "https://product.example/e.js", entryGlobalName: "containerOfA", type: "var" }],
      { force: true },
    );
    // As its script does; the run time removes the one of before.
    Object.assign(globalThis, { containerOfA: container });
  };
  register();
  await expect(federation.loadRemote("a/routes")).rejects.toThrow("Loading chunk 1 failed.");
  register();
  expect(await federation.loadRemote("a/routes")).toEqual({ default: "react" });
});
