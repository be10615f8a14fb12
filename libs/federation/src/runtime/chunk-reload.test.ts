import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { reloadForChunkError } from "./chunk-reload.ts";
import { classify, RemoteLoadError } from "./load-error.ts";

const chunkError = Object.assign(new Error("Loading chunk 825 failed."), { name: "ChunkLoadError" });
const reload = jest.fn();
let time = 1_000_000;
const inPage = { storage: sessionStorage, now: () => time, reload };

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
});

describe("a chunk that cannot be loaded", () => {
  it("reloads the page [shell.chunk-reload]", () => {
    expect(reloadForChunkError(chunkError, inPage)).toBe(true);
    expect(
      reloadForChunkError(new RemoteLoadError("items", "1.0.0-0123456789ab", "network", chunkError), {
        ...inPage,
        now: () => time + 20_000,
      }),
    ).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("does not reload it a second time within 10000 ms [shell.chunk-reload-guard]", () => {
    reloadForChunkError(chunkError, inPage);
    time += 9_999;
    expect(reloadForChunkError(chunkError, inPage)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    time += 1;
    expect(reloadForChunkError(chunkError, inPage)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("does not reload where nothing could stop it from reloading forever", () => {
    const storage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("denied", "SecurityError");
      },
    };
    expect(reloadForChunkError(chunkError, { ...inPage, storage })).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("is distinguished from other errors, which are shown", () => {
    expect(reloadForChunkError(new Error("boom"), inPage)).toBe(false);
    expect(reloadForChunkError(new RemoteLoadError("items", "1.0.0-0123456789ab", "evaluation", null), inPage)).toBe(
      false,
    );
    expect(reload).not.toHaveBeenCalled();
    expect(
      classify(
        new Error("[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008 ScriptNetworkError: Failed"),
      ),
    ).toBe("network");
    expect(classify(new Error("[ Federation Runtime ]: #RUNTIME-008 ScriptExecutionError: Script threw"))).toBe(
      "evaluation",
    );
    expect(classify(new Error("[ Federation Runtime ]: Failed to get remoteEntry exports. #RUNTIME-001"))).toBe(
      "contract",
    );
  });
});
