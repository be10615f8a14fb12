import { shell } from "@tessera/shell-api";

/** @param done what is said once it was copied */
export const copyText = (text: string, done: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => shell().notifications.show({ message: done, intent: "success" }),
    () =>
      shell().notifications.show({
        message: "The browser did not let the page copy. Select the text and copy it.",
        intent: "error",
      }),
  );
