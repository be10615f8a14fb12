import { jest } from "@jest/globals";
import type { DialogActions, DialogOptions } from "@tessera/shell-api";
import { UiProvider } from "@tessera/ui";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "./dialog-host.tsx";
import { createDialogStack } from "./dialog-stack.ts";

const Hello = ({ name = "there" }: { name?: string }) => <p>Hello {name}</p>;

function host(failed: (error: unknown) => void = () => {}) {
  const dialogs = createDialogStack();
  render(
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <DialogHost dialogs={dialogs} failed={failed} />
    </UiProvider>,
  );
  const open = <T,>(options?: DialogOptions, component: React.ComponentType<never> = Hello, props: object = {}) => {
    let promise!: Promise<T | undefined>;
    act(() => {
      promise = dialogs.open<T>(component, props, options);
    });
    return promise;
  };
  return { dialogs, open };
}

describe("dialogs", () => {
  it("stack, each with an id of its own [dialogs.stack]", () => {
    const { dialogs, open } = host();
    void open({ title: "One" });
    void open({ title: "Two" });
    expect(screen.getAllByRole("dialog", { hidden: true })).toHaveLength(2);
    const ids = dialogs.store.get().map((entry) => entry.id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getAllByRole("dialog").at(-1)).toHaveAccessibleName("Two");
  });

  it("close when they throw while they are drawn, and leave the others and the page alone", async () => {
    jest.spyOn(console, "error").mockImplementation(() => {});
    const failed = jest.fn();
    const { open } = host(failed);
    void open({ title: "One" });
    const answer = open({ title: "Broken" }, () => {
      throw new Error("broken dialog");
    });
    expect(await answer).toBeUndefined();
    expect(screen.getAllByRole("dialog").map((dialog) => dialog.textContent)).toEqual([expect.stringContaining("One")]);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: "broken dialog" }));
    jest.restoreAllMocks();
  });

  it("open with Cancel, which cancels, and OK, which is primary and closes with true [dialogs.default-buttons]", async () => {
    const { open } = host();
    const chosen = open();
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    await expect(chosen).resolves.toBe(true);
    const refused = open();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await expect(refused).resolves.toBeUndefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("resolve with what they are closed with [dialogs.close-value]", async () => {
    const { open } = host();
    const Chooser = ({ dialog }: { dialog: DialogActions<string> }) => (
      <button type="button" onClick={() => dialog.close("blue")}>
        Blue
      </button>
    );
    const answer = open<string>({ buttons: [] }, Chooser as React.ComponentType<never>);
    await userEvent.click(screen.getByRole("button", { name: "Blue" }));
    await expect(answer).resolves.toBe("blue");
  });

  it("resolve with nothing when cancelled or hidden [dialogs.cancel]", async () => {
    const { dialogs, open } = host();
    const cancelled = open();
    act(() => dialogs.store.get()[0]?.cancel());
    await expect(cancelled).resolves.toBeUndefined();
    const escaped = open();
    await userEvent.keyboard("{Escape}");
    await expect(escaped).resolves.toBeUndefined();
    const clickedAway = open();
    await userEvent.click(screen.getByTestId("dialog-backdrop"));
    await expect(clickedAway).resolves.toBeUndefined();
  });

  it("close all at once [dialogs.close-all]", async () => {
    const { dialogs, open } = host();
    const both = [open(), open()];
    act(() => dialogs.closeAll());
    await expect(Promise.all(both)).resolves.toEqual([undefined, undefined]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("close the topmost alone [dialogs.close-last]", async () => {
    const { dialogs, open } = host();
    void open({ title: "Below" });
    const top = open({ title: "Above" });
    act(() => dialogs.closeLast());
    await expect(top).resolves.toBeUndefined();
    expect(screen.getByRole("dialog")).toHaveAccessibleName("Below");
  });

  it("take 600px and 2400 when nothing else is said [dialogs.options]", () => {
    const { open } = host();
    void open();
    const dialog = screen.getByRole("dialog");
    expect(dialog).toHaveStyle({ maxWidth: "600px" });
    expect(dialog.parentElement).toHaveStyle({ zIndex: "2400" });
  });

  it("honour every option [dialogs.options]", async () => {
    const { open, dialogs } = host();
    const onOpen = jest.fn();
    const onClose = jest.fn();
    void open(
      {
        title: "Title",
        width: "420px",
        maxWidth: "500px",
        zIndex: 2450,
        persistent: true,
        scrollable: true,
        transition: "fade",
        contentClass: "my-content",
        dialogClass: "my-dialog",
        buttons: [{ text: "Go", value: 7 }],
        onOpen,
        onClose,
      },
      Hello,
      { name: "Ines" },
    );
    const dialog = screen.getByRole("dialog", { name: "Title" });
    expect(dialog).toHaveStyle({ width: "420px", maxWidth: "500px" });
    expect(dialog).toHaveClass("my-dialog");
    expect(dialog.parentElement).toHaveStyle({ zIndex: "2450" });
    const content = dialog.querySelector(".my-content");
    expect(content).toHaveTextContent("Hello Ines");
    expect(getComputedStyle(content as Element).overflowY).toBe("auto");
    expect(onOpen).toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByTestId("dialog-backdrop"));
    expect(screen.getByRole("dialog")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Go" }));
    expect(onClose).toHaveBeenCalledWith(7);
    void open({ fullscreen: true });
    expect(getComputedStyle(screen.getByRole("dialog")).height).toBe("100%");
    act(() => dialogs.closeAll());
  });

  it("have buttons with text, colour, variant, attributes and a value or a handler [dialogs.buttons]", async () => {
    const { open } = host();
    const onClick = jest.fn();
    const answer = open({
      buttons: [
        { text: "Ask", variant: "text", attrs: { "data-kind": "ask" }, onClick },
        { text: "Delete", color: "danger", variant: "filled", value: "deleted" },
      ],
    });
    const ask = screen.getByRole("button", { name: "Ask" });
    expect(ask).toHaveAttribute("data-kind", "ask");
    await userEvent.click(ask);
    expect(onClick).toHaveBeenCalledWith(expect.objectContaining({ close: expect.any(Function) }));
    expect(screen.getByRole("dialog")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await expect(answer).resolves.toBe("deleted");
  });

  it("keep the keyboard inside and give the focus back", async () => {
    const before = document.body.appendChild(document.createElement("button"));
    before.focus();
    const { open } = host();
    void open();
    expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(before).toHaveFocus());
    before.remove();
  });
});
