import { renderInShell } from "@tessera/shell-api/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { SpeechModel } from "./speech-model.tsx";

const given = { caches: globalThis.caches, fetch: globalThis.fetch };
afterEach(() => void Object.assign(globalThis, given));

it("is tried again where it did not arrive, and is cancelled, by one button that keeps the focus", async () => {
  let isDown = true;
  Object.assign(globalThis, {
    caches: {
      has: async () => false,
      open: async () => ({ keys: async () => [], match: async () => undefined, put: async () => undefined }),
    },
    fetch: async (_: string, { signal }: RequestInit) => {
      if (isDown) throw new TypeError("Failed to fetch");
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  renderInShell(<SpeechModel />);
  const button = await screen.findByRole("button", { name: "Download 34 MB" });
  button.focus();
  fireEvent.click(button);
  expect(await screen.findByText("The speech model did not arrive.", { exact: false })).toBeVisible();
  await waitFor(() => expect(button).toHaveTextContent("Try again"));
  isDown = false;
  fireEvent.click(button);
  expect(await screen.findByRole("progressbar", { name: "Speech model" })).toBeVisible();
  expect(screen.queryByText("did not arrive", { exact: false })).toBeNull();
  expect(button).toHaveTextContent("Cancel");
  expect(button).toHaveFocus();
  fireEvent.click(button);
  await waitFor(() => expect(button).toHaveTextContent("Download 34 MB"));
  expect(button).toHaveFocus();
  expect(screen.queryByRole("progressbar")).toBeNull();
});
