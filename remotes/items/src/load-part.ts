import { shell } from "@tessera/shell-api";

/** A part of this remote that is loaded when it is first needed; a failed download is tried once more. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> => load().catch(load);

/** The same, with a failure said; the promise ends with null then, so that the caller stops where it is. */
export async function loadPartOrSay<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await loadPart(load);
  } catch {
    say();
    return null;
  }
}

/** Errors of the bundler and of the shell for code that did not come. */
const MISSING = new Set(["ChunkLoadError", "RemoteLoadError"]);

/** Runs what needs a part from within a page of this remote, where no command's runner says that the part is missing. */
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
