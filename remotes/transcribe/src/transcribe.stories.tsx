import { RecordingPage, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { TranscribeSettings } from "@tessera/contracts-transcribe/settings.ts";
import { Vocabulary } from "@tessera/contracts-transcribe/vocabulary.ts";
import { hoursAgo, idOf, type Meta, page, problem, type StoryObj } from "@tessera/gallery";
import routes from "./routes.tsx";

export default { title: "transcribe/Transcribe" } satisfies Meta;

const HERE = { providerId: null, model: null, language: null };
const settings = TranscribeSettings.parse({ recogniser: HERE, keepSoundDays: null });
const recording = (n: number, title: string, state: string, fields: object = {}) => ({
  ...{ id: idOf(n), title, fileName: `${title.toLowerCase().replaceAll(" ", "-")}.mp3`, bytes: 4_200_000, state },
  ...{ seconds: 372, doneSeconds: state === "done" ? 372 : 0, failure: null, createdAt: hoursAgo(n * 7) },
  ...{
    recogniser: HERE,
    providerName: null,
    language: "en",
    resentSeconds: 0,
    soundDeletedAt: null,
    trashedAt: null,
    ...fields,
  },
});
const done = recording(1, "Kitchen, first visit", "done");
const list = RecordingPage.parse({
  items: [
    done,
    recording(2, "Call with the carpenter", "running", { doneSeconds: 120 }),
    recording(3, "Memo", "failed", { failure: "The file holds no sound that can be read." }),
    recording(4, "Names for the second plan", "waiting", { seconds: null }),
  ],
  ...{ nextCursor: null, total: 4 },
});
const segment = (startMs: number, text: string, speaker: string | null, fields: object = {}) => {
  const words = text.split(" ");
  const length = 5_000 / words.length;
  return {
    ...{ startMs, endMs: startMs + 5_000, text, confidence: 0.92, edited: false, heard: text, speaker },
    words: words.map((word, at) => ({
      ...{ text: word, startMs: startMs + Math.round(at * length), endMs: startMs + Math.round((at + 1) * length) },
      ...{ confidence: at % 5 === 3 ? 0.4 : 0.95, heard: null },
    })),
    ...fields,
  };
};

export const Recordings = page(routes, {
  path: "/transcribe",
  routes: { "GET /api/transcribe/settings": settings, "GET /api/transcribe/recordings": list },
});

export const NoRecordings: StoryObj = {
  ...page(routes, {
    path: "/transcribe",
    routes: {
      "GET /api/transcribe/settings": settings,
      "GET /api/transcribe/recordings": RecordingPage.parse({ items: [], nextCursor: null, total: 0 }),
    },
  }),
  tags: ["!picture"],
};

export const Failed: StoryObj = {
  ...page(routes, {
    path: "/transcribe",
    routes: {
      "GET /api/transcribe/settings": settings,
      "GET /api/transcribe/recordings": problem(503, "unavailable", "Recordings are out of reach."),
    },
  }),
  tags: ["!picture"],
};

export const Text = page(routes, {
  path: `/transcribe/${idOf(1)}`,
  routes: {
    [`GET /api/transcribe/recordings/${idOf(1)}`]: Transcript.parse({
      ...done,
      segments: [
        segment(0, "The fronts are to be oak, as in the picture from Aarhus.", "Ines"),
        segment(6_000, "Then the worktop must be lighter, or the room gets dark.", "Jonas"),
        segment(14_000, "Send me the quote by Friday.", "Ines", { edited: true, heard: "Sent me the coat by Friday." }),
      ],
      earlier: [],
      summary: {
        points: [
          { atMs: 0, text: "The fronts are to be oak, as in the picture from Aarhus." },
          { atMs: 14_000, text: "Send me the quote by Friday." },
        ],
        ...{ agent: null, edited: false, revision: 1, madeAt: hoursAgo(6) },
      },
      notes: [{ id: idOf(70), atMs: 14_000, text: "Quote by Friday", createdAt: hoursAgo(6) }],
    }),
    [`GET /api/transcribe/recordings/${idOf(1)}/audio`]: problem(404, "audio_gone", "There is no sound any more."),
  },
});

const term = (n: number, word: string, source: string, fields: object = {}) => ({
  ...{ id: idOf(n), term: word, soundsLike: [], source, refused: false, createdAt: hoursAgo(n), ...fields },
});
export const Words: StoryObj = {
  ...page(routes, {
    path: "/transcribe/vocabulary",
    routes: {
      "GET /api/transcribe/vocabulary": Vocabulary.parse({
        learns: true,
        terms: [
          term(1, "Aarhus", "title", { soundsLike: ["our house"] }),
          term(2, "Halvorsen", "person"),
          term(3, "Tessera", "own", { soundsLike: ["tester a"] }),
          term(4, "Worktop", "tag", { refused: true }),
        ],
      }),
    },
  }),
  tags: ["!picture"],
};
