import { shell } from "@tessera/shell-api";

/** A part of this remote that is loaded when it is first needed; a failed download is tried once more. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> => load().catch(load);

/** The same, but shows a failure and resolves with null, so that the caller can stop. */
export async function loadPartOrSay<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await loadPart(load);
  } catch {
    say();
    return null;
  }
}

/** Errors of the bundler and of the shell for code that did not load. */
const MISSING = new Set(["ChunkLoadError", "RemoteLoadError"]);

/** Runs what needs a part from a page of this remote, where no command runner reports a missing part. */
export async function orSay(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!MISSING.has((error as Error).name)) throw error;
    say();
  }
}

const say = () =>
  shell().notifications.show({
    message: "This part of the page could not be loaded. Nothing was changed; check the connection and try again.",
    intent: "error",
  });
