import { shell } from "@tessera/shell-api";

/**
 * A part of this remote that is loaded when it is first needed. A failed download is tried once more, then said;
 * the promise ends with null, so that the caller stops where it is.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load().catch(load);
  } catch {
    shell().notifications.show({
      message: "This part of the page could not be loaded. Nothing was changed; check the connection and try again.",
      intent: "error",
    });
    return null;
  }
}
