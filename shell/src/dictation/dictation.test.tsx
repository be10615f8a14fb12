import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { UiProvider } from "@tessera/ui";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { createNotices } from "../notices/notices.ts";
import type { Services } from "../services.ts";
import { createStore } from "../stores/store.ts";
import { followDictation } from "./follow-dictation.ts";

/** The browser's recognition: says what the test says. */
class Recognition {
  static now: Recognition | null = null;
  onresult: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onend: (() => void) | null = null;
  start() {
    Recognition.now = this;
  }
  stop() {
    Recognition.now = null;
    this.onend?.();
  }
  hear(transcript: string, isFinal: boolean) {
    this.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] });
  }
}

const given = globalThis.fetch;
beforeEach(() => void Object.assign(globalThis, { webkitSpeechRecognition: Recognition }));
afterEach(() => {
  Object.assign(globalThis, { fetch: given });
  act(() => preferences.set({ ...defaultPreferences } as Preferences));
  Object.assign(globalThis, { webkitSpeechRecognition: undefined });
});

const preferences = createStore<Preferences>({ ...defaultPreferences } as Preferences);
const chosen = (dictation: Partial<Preferences["dictation"]>) =>
  act(() =>
    preferences.set({
      ...defaultPreferences,
      dictation: { ...defaultPreferences.dictation, engine: "browser", ...dictation },
    } as Preferences),
  );

/** A controlled field, as those of remotes are, and what the frame draws. */
function Page({ services }: { services: Services }) {
  const [text, setText] = useState("buy");
  const state = useSyncExternalStore(services.dictation.subscribe, services.dictation.get);
  return (
    <UiProvider settings={{ mode: "light", density: "comfortable" } as never}>
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <p>{text}</p>
      {state}
    </UiProvider>
  );
}

function open() {
  const services = {
    preferences,
    notices: createNotices(),
    dictation: createStore<ReactNode>(null),
    http: async () => new Response("{}", { status: 503 }),
    offline: { declare: () => undefined },
    composition: { shell: { release: { base: "/assets/shell/1.0.0/", integrity: null } } },
  } as unknown as Services;
  followDictation(services);
  render(<Page services={services} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Text");
  field.focus();
  const tap = (code = "Space", init = {}) => {
    fireEvent.keyDown(field, { code, ...init });
    fireEvent.keyUp(field, { code, ...init });
  };
  return { services, field, tap };
}

test("what is said is in the state of the page that draws the field, and the display says what is heard", async () => {
  const { tap } = open();
  chosen({});
  expect(await screen.findByText("Dictation is off")).toBeInTheDocument();
  tap();
  expect(screen.getByRole("status")).toHaveTextContent("Dictation is on");
  expect(screen.getByText("Listening")).toBeVisible();
  act(() => Recognition.now!.hear("mil", false));
  expect(screen.getByText("mil")).toBeVisible();
  act(() => Recognition.now!.hear("milk", true));
  expect(document.querySelector("p")).toHaveTextContent("buy milk");
  tap();
  expect(Recognition.now).toBeNull();
  expect(screen.getByText("Dictation is off")).toBeInTheDocument();
});

test("spoken commands are carried out as soon as they are switched on, also in what is heard", async () => {
  const { tap } = open();
  chosen({});
  await screen.findByText("Dictation is off");
  act(() => preferences.set({ ...preferences.get(), spokenCommands: true }));
  await screen.findByText("Dictation is off");
  tap();
  act(() => Recognition.now!.hear("milk comma eggs", false));
  expect(screen.getByText("milk, eggs")).toBeVisible();
  act(() => Recognition.now!.hear("milk comma eggs", true));
  act(() => Recognition.now!.hear("scratch that bread", true));
  expect(document.querySelector("p")).toHaveTextContent("buy milk, bread");
});

test("nothing listens until it is switched on, and again after it is switched off", async () => {
  const { services, tap } = open();
  tap();
  expect(Recognition.now).toBeNull();
  chosen({});
  await waitFor(() => expect(services.dictation.get()).not.toBeNull());
  act(() => preferences.set({ ...defaultPreferences } as Preferences));
  tap();
  expect(Recognition.now).toBeNull();
  expect(services.dictation.get()).toBeNull();
});

test("another key is obeyed as soon as it is chosen", async () => {
  const { services, tap } = open();
  chosen({});
  await waitFor(() => expect(services.dictation.get()).not.toBeNull());
  chosen({ key: "F8", ctrl: true });
  await screen.findByText("Dictation is off");
  tap();
  expect(Recognition.now).toBeNull();
  tap("F8", { ctrlKey: true });
  expect(Recognition.now).not.toBeNull();
});

test("a microphone that is refused is said in a notice", async () => {
  const { services, tap } = open();
  chosen({});
  await screen.findByText("Dictation is off");
  tap();
  act(() => {
    Recognition.now!.onerror!({ error: "not-allowed" });
    Recognition.now!.onend!();
  });
  expect(services.notices.store.get().map(({ message }) => message)).toEqual([
    "The browser does not allow the microphone here. Allow it in the settings of this site.",
  ]);
  expect(screen.getByText("Dictation is off")).toBeInTheDocument();
});

test("recognition on the device asks for its model, and never for the browser's own", async () => {
  const fetched: string[] = [];
  Object.assign(globalThis, { fetch: async (address: string) => void fetched.push(address) });
  const { services, tap } = open();
  act(() => preferences.set({ ...defaultPreferences, dictationOnDevice: true } as Preferences));
  await screen.findByText("Dictation is off");
  tap();
  await waitFor(() =>
    expect(services.notices.store.get().map(({ message }) => message)).toEqual([
      "The speech model is not on this device yet. It is 34 MB, downloaded once, and works offline afterwards.",
    ]),
  );
  expect(Recognition.now).toBeNull();
  // Its scripts, for dictation without a connection.
  expect([...new Set(fetched)]).toEqual([
    "/assets/shell/1.0.0/workers/speech.js",
    "/assets/shell/1.0.0/workers/microphone.js",
  ]);
});

test("a download of the model shows how far it is, ends by Cancel, and one that fails is tried again", async () => {
  const given: { caches: unknown } = { caches: globalThis.caches };
  let isDown = true;
  let asked = 0;
  Object.assign(globalThis, {
    caches: {
      has: async () => false,
      open: async () => ({ keys: async () => [], match: async () => undefined, put: async () => undefined }),
    },
    fetch: async (address: string, { signal }: RequestInit = {}) => {
      if (!address.startsWith("/api/transcribe/models/")) return new Response();
      asked += 1;
      if (isDown) throw new TypeError("Failed to fetch");
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  try {
    const { services, tap } = open();
    act(() => preferences.set({ ...defaultPreferences, dictationOnDevice: true } as Preferences));
    await screen.findByText("Dictation is off");
    tap();
    const shown = () => services.notices.store.get();
    const run = (label: string) =>
      act(
        async () =>
          void shown()
            .find(({ action }) => action?.label === label)
            ?.action?.run(),
      );
    await waitFor(() => expect(shown()).toHaveLength(1));
    await run("Download");
    await waitFor(() => expect(shown().at(-1)?.message).toContain("did not arrive"));
    isDown = false;
    await run("Try again");
    expect(await screen.findByRole("progressbar", { name: "Speech model" })).toHaveAttribute("aria-valuenow", "0");
    // Somebody who dictates meanwhile begins no second download.
    tap();
    await waitFor(() => expect(shown().at(-1)?.message).toContain("still arriving"));
    const before = shown().length;
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(shown()).toHaveLength(before);
    expect(asked).toBe(2);
  } finally {
    Object.assign(globalThis, given);
  }
});

test("of recognitions that this page does not know none is used", async () => {
  const { services, tap } = open();
  chosen({ engine: "cloud" as "browser" });
  tap();
  expect(Recognition.now).toBeNull();
  expect(services.dictation.get()).toBeNull();
});
