import { fireEvent, screen, waitFor } from "@testing-library/react";
import { openRecording, segment } from "../testing/open-recording.ts";

const open = (drafts?: Parameters<typeof openRecording>[1]) =>
  openRecording(
    [
      segment(0, [
        ["Send", 0.9],
        ["it", 0.9],
      ]),
      segment(5000, [["Now", 0.9]]),
    ],
    drafts,
  );
const edit = async (at: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `Edit the text at ${at}` }));
  return screen.findByLabelText(`Text at ${at}`);
};
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const click = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("saves what is typed without being told to", async () => {
  const { service } = open();
  type(await edit("0:00"), "Send them");
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(service.transcript.segments[0]!.text).toBe("Send them");
});

it("keeps what could not be saved, through another sentence and a reload, until it is saved or discarded", async () => {
  const kept = new Map<string, string>();
  const drafts = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, text: string) => void kept.set(key, text),
    clear: (key: string) => void kept.delete(key),
    dirty: () => kept.size > 0,
  };
  const before = open({ drafts });
  before.service.isDown = true;
  type(await edit("0:00"), "Send them");
  await edit("0:05");
  expect(await screen.findByText("What you typed at 0:00 was not saved.", { exact: false })).toBeVisible();
  before.unmount();

  const { service } = open({ drafts });
  await click("Open it at 0:00");
  expect(await screen.findByLabelText("Text at 0:00")).toHaveValue("Send them");
  await click("Done");
  await waitFor(() => expect(screen.queryByLabelText("Text at 0:00")).toBeNull());
  expect(service.transcript.segments[0]!.text).toBe("Send them");
  expect(screen.queryByText("was not saved", { exact: false })).toBeNull();
  expect(kept.size).toBe(0);

  service.isDown = true;
  type(await edit("0:05"), "Then");
  await click("Done");
  await click("Discard my text");
  await waitFor(() => expect(screen.queryByLabelText("Text at 0:05")).toBeNull());
  expect(service.transcript.segments[1]!.text).toBe("Now");
  expect(kept.size).toBe(0);
});

it("shows what somebody else made of the sentence, and replaces that only when it is told to", async () => {
  const { service } = open();
  const field = await edit("0:00");
  service.change({ startMs: 0 }, "Send her");
  type(field, "Send them");
  expect(await screen.findByText("was changed meanwhile to “Send her”", { exact: false })).toBeVisible();
  expect(service.transcript.segments[0]!.text).toBe("Send her");
  expect(field).toHaveValue("Send them");
  await click("Done");
  await waitFor(() => expect(screen.queryByLabelText("Text at 0:00")).toBeNull());
  expect(service.transcript.segments[0]!.text).toBe("Send them");
});

it("says that a sentence is gone into which something was typed", async () => {
  const kept = new Map([
    ["transcribe.edits.00000000-0000-4000-8000-000000000001", '[{"startMs":900,"seen":"A","text":"B"}]'],
  ]);
  open({
    drafts: {
      get: (key) => kept.get(key) ?? null,
      set: () => {},
      clear: (key) => void kept.delete(key),
      dirty: () => true,
    },
  });
  expect(await screen.findByText("its sentence is gone: “B”", { exact: false })).toBeVisible();
  await click("Discard it at 0:00");
  await waitFor(() => expect(screen.queryByText("its sentence is gone", { exact: false })).toBeNull());
});
