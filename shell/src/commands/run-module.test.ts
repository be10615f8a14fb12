import { RemoteLoadError } from "@tessera/federation/runtime/load-error.ts";
import { runModule } from "./run-module.ts";

const missing = () => Object.assign(new Error("Loading chunk 7 failed"), { name: "ChunkLoadError" });

/** Runs the modules that the remote's releases export, one after the other; each says what happens when it runs. */
function started(runs: (() => Promise<void>)[], recovers: boolean) {
  const recovered: string[] = [];
  const result = runModule(
    {
      loadModule: async <T>() => {
        const run = runs.shift();
        if (!run) throw new RemoteLoadError("items", "1.0.0-000000000000", "network", missing());
        return run as T;
      },
      recover: async (owner) => {
        recovered.push(owner);
        return recovers;
      },
    },
    "items",
    "capture/open-capture",
  );
  return { result, recovered };
}
const sentence = "This part of the page could not be loaded. Nothing was changed; check the connection and try again.";

describe("a command whose code is a remote's module", () => {
  it("runs it", async () => {
    const ran: string[] = [];
    await started([async () => void ran.push("opened")], false).result;
    expect(ran).toEqual(["opened"]);
  });

  it("runs the stable release's when a part of it does not come", async () => {
    const ran: string[] = [];
    const { result, recovered } = started([() => Promise.reject(missing()), async () => void ran.push("stable")], true);
    await result;
    expect([ran, recovered]).toEqual([["stable"], ["items"]]);
  });

  it("says so when no release has it", async () => {
    await expect(started([], false).result).rejects.toThrow(sentence);
    await expect(started([() => Promise.reject(missing())], false).result).rejects.toThrow(sentence);
    await expect(
      started([() => Promise.reject(missing()), () => Promise.reject(missing())], true).result,
    ).rejects.toThrow(sentence);
  });

  it("fails as the code itself fails", async () => {
    const { result, recovered } = started([() => Promise.reject(new Error("Your plan is full."))], true);
    await expect(result).rejects.toThrow("Your plan is full.");
    expect(recovered).toEqual([]);
  });
});
