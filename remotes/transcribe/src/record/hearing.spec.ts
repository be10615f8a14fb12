import { hearingOf, levelOf } from "./hearing.ts";

/** Half a tenth of a second of a tone. @param decibels of its power, at most -3 for one that is not cut off */
function tone(decibels: number) {
  const strength = Math.sqrt(2 * 10 ** (decibels / 10));
  return Float32Array.from({ length: 2400 }, (_, at) =>
    Math.min(1, Math.max(-1, strength * Math.sin((2 * Math.PI * 440 * at) / 48_000))),
  );
}

test.each([
  [-90, 0],
  [-60, 0],
  [-48, 0.2],
  [-30, 0.5],
  [-6, 0.9],
  [-3.1, 0.95],
])("a sound of %s dB fills the bar to %s", (decibels, filled) => {
  expect(levelOf(tone(decibels)).loudness).toBeCloseTo(filled, 2);
});

test("silence is an empty bar, and so is no sound at all; the loudest sound is a full one", () => {
  expect(levelOf(new Float32Array(64)).loudness).toBe(0);
  expect(levelOf(new Float32Array()).loudness).toBe(0);
  expect(levelOf(new Float32Array(64).fill(1)).loudness).toBe(1);
});

test("a sound is cut off where several samples in a row are at the edge, and not where one is", () => {
  expect(levelOf(tone(-6)).isClipped).toBe(false);
  expect(levelOf(tone(3)).isClipped).toBe(true);
  expect(levelOf(Float32Array.of(0, 1, 0, -1, 0, 1)).isClipped).toBe(false);
  expect(levelOf(Float32Array.of(0, -1, -1, -1, 0)).isClipped).toBe(true);
});

const SILENCE = { loudness: 0.01, isClipped: false };
const SPEECH = { loudness: 0.6, isClipped: false };
const SHOUT = { loudness: 1, isClipped: true };

test("nothing is heard after ten seconds of silence, until something is; a pause of a speaker is none", () => {
  const hear = hearingOf();
  expect(hear(SPEECH, 1)).toBe("well");
  expect(hear(SILENCE, 10.9)).toBe("well");
  expect(hear(SILENCE, 11)).toBe("nothing");
  expect(hear(SILENCE, 60)).toBe("nothing");
  expect(hear(SPEECH, 60.1)).toBe("well");
  expect(hear(SILENCE, 70)).toBe("well");
  // From the first look on, which may be in the middle of a recording.
  const late = hearingOf();
  expect([100, 109.9, 110].map((seconds) => late(SILENCE, seconds))).toEqual(["well", "well", "nothing"]);
});

test("it is too loud once it was cut off three times, for some seconds; one knock is no matter", () => {
  const hear = hearingOf();
  expect(hear(SHOUT, 1)).toBe("well");
  expect(hear(SHOUT, 1.1)).toBe("well");
  expect(hear(SPEECH, 1.2)).toBe("well");
  expect(hear(SHOUT, 2)).toBe("too-loud");
  expect(hear(SPEECH, 5.9)).toBe("too-loud");
  expect(hear(SPEECH, 6)).toBe("well");
  expect(hear(SHOUT, 20)).toBe("well");
});
