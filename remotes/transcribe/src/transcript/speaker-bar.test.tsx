import { showDialog } from "@tessera/shell-api/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { openRecording, segment } from "../testing/open-recording.ts";

/** A recording of five sentences whose speakers can be named by keys. */
async function open() {
  const view = openRecording(
    ["One more", "Two more", "Three more", "Four more", "Five more"].map((text, at) =>
      segment(
        at * 5000,
        text.split(" ").map((word) => [word, 0.9]),
      ),
    ),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Speakers" }));
  await screen.findByRole("region", { name: "Speakers" });
  const { shell, service } = view;
  return {
    ...view,
    names: () => service.transcript.segments.map(({ speaker }) => speaker),
    async press(key: number) {
      const command = `transcribe.speaker-${key}`;
      await waitFor(() => expect([...shell.registered.keys()]).toContain(command));
      await act(() => shell.run(command));
    },
    sentence: (text: RegExp) => screen.getByRole("button", { name: text }),
    undo: () => act(async () => void (await shell.shown.at(-1)!.action!.run!())),
  };
}
const key = (element: Element, name: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(element, { key: name, ...more });

it("gives what follows a sentence a speaker by one key, each change of speaker once, and takes it back", async () => {
  const { names, press, sentence, undo } = await open();
  act(() => sentence(/One/).focus());
  await press(1);
  expect(await screen.findByRole("button", { name: "Rename Speaker 1" })).toBeVisible();
  expect(names()).toEqual(Array(5).fill("Speaker 1"));
  key(sentence(/One/), "ArrowDown");
  key(sentence(/Two/), "ArrowDown");
  expect(sentence(/Three/)).toHaveFocus();
  await press(2);
  await waitFor(() => expect(screen.getByRole("button", { name: "Rename Speaker 2" })).toBeVisible());
  expect(names()).toEqual(["Speaker 1", "Speaker 1", "Speaker 2", "Speaker 2", "Speaker 2"]);
  await undo();
  expect(names()).toEqual(Array(5).fill("Speaker 1"));
});

it("gives just the sentences that are chosen a speaker, by Shift with the arrows or with a click", async () => {
  const { names, press, sentence } = await open();
  act(() => sentence(/Two/).focus());
  key(sentence(/Two/), "ArrowDown", { shiftKey: true });
  expect(sentence(/Three/)).toHaveFocus();
  expect(screen.getByText("2 sentences, from 0:05 to 0:14")).toBeVisible();
  await press(1);
  expect(names()).toEqual([null, "Speaker 1", "Speaker 1", null, null]);
  // Back from the end, over what has a speaker.
  act(() => sentence(/Five/).focus());
  fireEvent.mouseDown(sentence(/Three/), { shiftKey: true });
  expect(screen.getByText("3 sentences, from 0:10 to 0:24")).toBeVisible();
  await press(2);
  await waitFor(() => expect(names()).toEqual([null, "Speaker 1", "Speaker 2", "Speaker 2", "Speaker 2"]));
});

it("renames a speaker once for all, who keeps the key", async () => {
  const { names, press, sentence, shell } = await open();
  act(() => sentence(/One/).focus());
  await press(1);
  act(() => sentence(/Four/).focus());
  await press(2);
  fireEvent.click(await screen.findByRole("button", { name: "Rename Speaker 1" }));
  const dialog = await showDialog(shell);
  fireEvent.change(dialog.in.getByLabelText("Speaker"), { target: { value: "Ada" } });
  fireEvent.click(dialog.in.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(names()).toEqual(["Ada", "Ada", "Ada", "Speaker 2", "Speaker 2"]));
  expect(await screen.findByRole("button", { name: "Rename Ada" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Rename Speaker 1" })).toBeNull());
  act(() => sentence(/Five/).focus());
  await press(1);
  expect(names()).toEqual(["Ada", "Ada", "Ada", "Speaker 2", "Ada"]);
});

it("splits a sentence between two speakers: its second part has the focus for the next key", async () => {
  const { names, press, sentence } = await open();
  fireEvent.click(screen.getByRole("button", { name: "Edit the text at 0:05" }));
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Text at 0:05");
  field.setSelectionRange(4, 4);
  key(field, "Enter", { ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(sentence(/^0:05 ?more$/)).toHaveFocus());
  key(sentence(/^0:05 ?more$/), "ArrowUp");
  await press(1);
  key(sentence(/^0:05 ?(Speaker 1)?Two$/), "ArrowDown");
  await press(2);
  expect(names()).toEqual([null, "Speaker 1", ...Array(4).fill("Speaker 2")]);
});

it("gives the focus back to the sentence whose text was edited", async () => {
  const { sentence } = await open();
  fireEvent.click(screen.getByRole("button", { name: "Edit the text at 0:05" }));
  key(await screen.findByLabelText("Text at 0:05"), "Escape");
  await waitFor(() => expect(sentence(/Two more/)).toHaveFocus());
});
