import type { Segment, SegmentsChange, SpeakerChange, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import type { ShellApi } from "@tessera/shell-api";
import { renderInShell } from "@tessera/shell-api/testing";
import routes from "../routes.tsx";

const ID = "00000000-0000-4000-8000-000000000001";

/** A sentence of words, each with how sure the recogniser was of it. */
export const segment = (startMs: number, words: [string, number | null][]): Segment => ({
  ...{ startMs, endMs: startMs + 4000, text: words.map(([text]) => text).join(" "), heard: "", confidence: 0.9 },
  ...{ edited: false, speaker: null },
  words: words.map(([text, confidence], at) => ({
    ...{ text, startMs: startMs + at * 500, endMs: startMs + at * 500 + 500, confidence, heard: null },
  })),
});

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ type: "about:blank", title: code, status, code, detail: "It was not saved." }), {
    ...{ status, headers: { "content-type": "application/problem+json" } },
  });

/**
 * Opens a recording without sound that has these sentences; what is changed is stored, unless it was changed meanwhile.
 * @returns `service.isDown`: it answers 503 to changes
 */
export function openRecording(segments: Segment[], overrides: { drafts?: ShellApi["drafts"] } = {}) {
  const transcript: Transcript = {
    ...{ id: ID, title: "Talk", fileName: "talk.wav", bytes: 1, state: "done", failure: null, seconds: 10 },
    ...{ doneSeconds: 10, createdAt: "2026-11-01T00:00:00.000Z", providerName: null, language: "en" },
    ...{ recogniser: { providerId: null, model: null, language: null }, resentSeconds: 0, trashedAt: null },
    ...{ soundDeletedAt: "2026-11-02T00:00:00.000Z", notes: [], earlier: [], summary: null, segments },
  };
  const service = {
    isDown: false,
    transcript,
    /** As another device does. */
    change({ startMs }: Pick<Segment, "startMs">, text: string) {
      const before = transcript.segments.find((one) => one.startMs === startMs)!;
      const texts = text.split(" ");
      const words = texts.map((word, at) =>
        before.words[at]?.text === word
          ? before.words[at]
          : { text: word, startMs, endMs: before.endMs, confidence: null, heard: null },
      );
      put(before, { ...before, text, words, edited: true });
    },
  };
  const put = ({ startMs }: Pick<Segment, "startMs">, after: Segment) => {
    transcript.segments = transcript.segments.map((one) => (one.startMs === startMs ? after : one));
  };
  const view = renderInShell(routes, {
    ...overrides,
    path: `/transcribe/${ID}`,
    http: async (path, init) => {
      const body = typeof init?.body === "string" ? JSON.parse(init.body) : null;
      if (init?.method && service.isDown) return problem(503, "unavailable");
      if (init?.method === "PUT" && path.endsWith("/speaker")) {
        const { startMs, speaker } = body as SpeakerChange;
        for (const one of transcript.segments) if (startMs.includes(one.startMs)) put(one, { ...one, speaker });
      } else if (init?.method === "PUT" && path.endsWith("/segments")) {
        const { seen, segments: after } = body as SegmentsChange;
        const others = transcript.segments.filter(({ startMs }) => !seen.some((one) => one.startMs === startMs));
        transcript.segments = [...others, ...after.map((one): Segment => ({ ...one, edited: true }))].sort(
          (a, b) => a.startMs - b.startMs,
        );
      } else if (init?.method === "PATCH") {
        const before = transcript.segments.find(({ startMs }) => path.endsWith(`/${startMs}`))!;
        const { text, seen } = body as { text: string; seen: string };
        if (seen !== before.text) return problem(409, "segment_changed");
        service.change(before, text);
      }
      return json(transcript);
    },
  });
  return { ...view, service };
}
