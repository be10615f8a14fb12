import { shell } from "@tessera/shell-api";

/** A part of this remote that is loaded when it is first needed; a failed download is tried once more. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> => load().catch(load);

/** Errors of the bundler and of the shell for code that did not load. */
const MISSING = new Set(["ChunkLoadError", "RemoteLoadError"]);

/**
 * Runs what loads the code of a dialog and opens it, for buttons: no command runner keeps what is typed meanwhile for the
 * dialog, or reports a part that is missing. Resolves with undefined when it is.
 */
export async function openPart<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await shell().dialogs.loading(work);
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
