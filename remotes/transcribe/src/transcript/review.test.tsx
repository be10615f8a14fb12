import type { Segment, SegmentsChange, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import routes from "../routes.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const segment = (startMs: number, words: [string, number | null][]): Segment => ({
  ...{ startMs, endMs: startMs + 4000, text: words.map(([text]) => text).join(" "), heard: "", confidence: 0.9 },
  ...{ edited: false, speaker: null },
  words: words.map(([text, confidence], at) => ({
    ...{ text, startMs: startMs + at * 500, endMs: startMs + at * 500 + 500, confidence, heard: null },
  })),
});
const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });

/** A recording in which three words are unsure; what is changed is stored. */
function openRecording() {
  const transcript: Transcript = {
    ...{ id: ID, title: "Talk", fileName: "talk.wav", bytes: 1, state: "done", failure: null, seconds: 10 },
    ...{ doneSeconds: 10, createdAt: "2026-11-01T00:00:00.000Z", providerName: null, language: "en" },
    ...{ recogniser: { providerId: null, model: null, language: null }, resentSeconds: 0, trashedAt: null },
    ...{ soundDeletedAt: "2026-11-02T00:00:00.000Z", notes: [], earlier: [], summary: null },
    segments: [
      segment(0, [
        ["Send", 0.9],
        ["me", 0.45],
      ]),
      segment(5000, [
        ["the", 0.9],
        ["coat", 0.2],
        ["Friday.", 0.3],
      ]),
    ],
  };
  const changed = ({ startMs }: { startMs: number }, after: Segment) => {
    transcript.segments = transcript.segments.map((one) => (one.startMs === startMs ? after : one));
  };
  renderInShell(routes, {
    path: `/transcribe/${ID}`,
    http: async (path, init) => {
      const body = typeof init?.body === "string" ? JSON.parse(init.body) : null;
      if (init?.method === "PUT" && path.endsWith("/segments")) {
        const [after] = (body as SegmentsChange).segments;
        changed(after!, { ...after!, edited: true } as Segment);
      } else if (init?.method === "PATCH") {
        const before = transcript.segments.find(({ startMs }) => path.endsWith(`/${startMs}`))!;
        const texts = (body as { text: string }).text.split(" ");
        const words = before.words.map((word, at) =>
          word.text === texts[at] ? word : { ...word, text: texts[at]!, confidence: null },
        );
        changed(before, { ...before, text: texts.join(" "), words });
      }
      return json(transcript);
    },
  });
}
const field = () => screen.findByLabelText<HTMLInputElement>("What is said");

it("steps through the least certain words first, which are corrected or accepted by the keyboard alone", async () => {
  openRecording();
  fireEvent.click(await screen.findByText("Unsure words (3)"));
  const input = await field();
  expect(input).toHaveFocus();
  expect(input).toHaveValue("coat");
  expect(screen.getByText(/^3 unsure words are left/)).toBeVisible();
  fireEvent.keyDown(input, { key: "ArrowDown" });
  await waitFor(() => expect(input).toHaveValue("Friday."));
  fireEvent.keyDown(input, { key: "ArrowUp" });
  await waitFor(() => expect(input).toHaveValue("coat"));
  fireEvent.change(input, { target: { value: "quote" } });
  expect(screen.getByText("Correct it")).toBeVisible();
  fireEvent.keyDown(input, { key: "Enter" });
  await waitFor(() => expect(input).toHaveValue("Friday."));
  expect(screen.getByText(/^2 unsure words are left/)).toBeVisible();
  expect(screen.getByText("quote")).toBeVisible();
  fireEvent.keyDown(input, { key: "Enter" });
  await waitFor(() => expect(input).toHaveValue("me"));
  expect(screen.getByText(/^1 unsure word is left/)).toBeVisible();
  fireEvent.keyDown(input, { key: "Enter" });
  expect(await screen.findByText("No unsure words are left.")).toBeVisible();
});

it("is closed by Escape, with nothing changed", async () => {
  openRecording();
  fireEvent.click(await screen.findByText("Unsure words (3)"));
  fireEvent.keyDown(await field(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByLabelText("What is said")).toBeNull());
  expect(screen.getByText("Unsure words (3)")).toBeVisible();
});
