import { jest } from "@jest/globals";
import type { CommandEntry } from "@tessera/federation/manifest.ts";
import { shell } from "@tessera/shell-api";
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useRef, useState } from "react";
import { active, answerWith, clearCookies, rule, startShell, storeSession } from "../testing/start-shell.tsx";
import { bindKeys } from "./keys.ts";
import { shellCommands } from "./shell-commands.ts";

/** As a remote writes it: the field is React's, and takes the focus when it is there. */
function Capture() {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <textarea ref={field} aria-label="What to capture" value={text} onChange={(event) => setText(event.target.value)} />
  );
}

/** Lines that digits choose, as the dialog for snoozing has them. */
function Choices({ dialog }: { dialog: { close(value: string): void } }) {
  return (
    <button type="button" onKeyDown={({ key }) => /\d/.test(key) && dialog.close(key)}>
      First
    </button>
  );
}

const openCapture = async () => {
  await shell().dialogs.open(Capture, {}, { title: "Capture", buttons: [] });
};
const capture: CommandEntry = {
  id: "items.capture",
  title: "Capture",
  keys: "c",
  path: "/items/inbox",
  module: "capture/open-capture",
  opensDialog: true,
};

let stop: () => void;
afterEach(() => stop());

/** The items page, with a command on each letter of "Buy milk" and the capture dialog's code in progress. */
async function start() {
  clearCookies();
  storeSession();
  answerWith({ "/api/stripe/check-subscription": active });
  const code = Promise.withResolvers<() => Promise<void>>();
  const { services } = startShell("/items/inbox", {
    rules: [rule("/items/:type")],
    routes: [{ path: "/items/:type", element: <p>The list</p> }],
    commands: [capture],
    loadModule: () => code.promise,
  });
  const triage = jest.fn<(key: string) => void>();
  act(() => {
    services.commands.offer(shellCommands(services, () => {}));
    services.commands.register(
      [..."Buymilk"].map((keys) => ({ id: keys, title: keys, keys, run: () => triage(keys) })),
    );
  });
  const fail = jest.fn<(error: unknown) => void>();
  stop = bindKeys({
    commands: services.commands.commands.get,
    singleKeys: () => true,
    chosen: () => ({}),
    blocked: () => services.dialogs.store.get().length > 0,
    fail,
  });
  await screen.findByText("The list");
  return { services, code, triage, fail, user: userEvent.setup() };
}

describe("what is typed while a dialog's code is loaded", () => {
  it("is in the dialog's field, and ran no command", async () => {
    const { code, triage, user } = await start();
    await user.keyboard("cBuy milkk{Backspace}{Enter}2 l");
    await act(async () => code.resolve(openCapture));
    const field = await screen.findByRole("textbox", { name: "What to capture" });
    expect(field).toHaveValue("Buy milk\n2 l");
    await user.keyboard(", please");
    expect(field).toHaveValue("Buy milk\n2 l, please");
    expect(triage).not.toHaveBeenCalled();
    await user.keyboard("{Escape}u");
    expect(triage.mock.calls).toEqual([["u"]]);
  });

  it("is pressed in a dialog without a field", async () => {
    const { services, triage, user } = await start();
    const code = Promise.withResolvers<void>();
    const chosen = jest.fn<(value: string | undefined) => void>();
    const snooze = async () => {
      await code.promise;
      chosen(await services.dialogs.open<string>(Choices as never, {}, { title: "Snooze", buttons: [] }));
    };
    act(
      () =>
        void services.commands.register([{ id: "snooze", title: "Snooze", keys: "s", opensDialog: true, run: snooze }]),
    );
    await user.keyboard("s3");
    await act(async () => code.resolve());
    expect(chosen).toHaveBeenCalledWith("3");
    expect(triage).not.toHaveBeenCalled();
  });

  it("is the dialog's too when a button of a page loads it", async () => {
    const { code, triage, user } = await start();
    const opened = act(() => shell().dialogs.loading(async () => (await code.promise)()));
    await user.keyboard("milk");
    await act(async () => code.resolve(openCapture));
    expect(await screen.findByRole("textbox", { name: "What to capture" })).toHaveValue("milk");
    expect(triage).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    await opened;
  });

  it("runs commands again after Escape and after a click", async () => {
    const { code, triage, user } = await start();
    await user.keyboard("cm{Escape}i");
    expect(triage.mock.calls).toEqual([["i"]]);
    await user.keyboard("cm");
    fireEvent.pointerDown(screen.getByText("The list"));
    await user.keyboard("l");
    expect(triage.mock.calls).toEqual([["i"], ["l"]]);
    await user.keyboard("ck");
    await act(async () => code.resolve(openCapture));
    // Each of the three presses opens one here; only the last was still waited for.
    const fields = screen.getAllByRole("textbox", { hidden: true });
    expect(fields.map((field) => (field as HTMLTextAreaElement).value).join("")).toBe("k");
  });

  it("is dropped when the code does not arrive", async () => {
    const { code, triage, fail, user } = await start();
    await user.keyboard("cBuy");
    await act(async () => code.reject(new Error("No such module")));
    expect(fail).toHaveBeenCalledTimes(1);
    await user.keyboard("y");
    expect(triage.mock.calls).toEqual([["y"]]);
  });

  it("leaves the keys alone that a command without a dialog is run by", async () => {
    const { services, triage, user } = await start();
    const run = () => new Promise<void>(() => {});
    act(() => void services.commands.register([{ id: "slow", title: "Slow", keys: "x", run }]));
    await user.keyboard("xm");
    expect(triage.mock.calls).toEqual([["m"]]);
  });
});
