import { FRAME } from "@tessera/speech/voice-activity.ts";
import { SpeechPieces } from "./speech-pieces.ts";

/** Frames whose samples are their number, from 1. @param parts how many frames are how likely speech */
function cut(...parts: [count: number, speech: number][]) {
  const pieces = new SpeechPieces();
  const ended: { at: number; first: number; frames: number }[] = [];
  let at = 0;
  const note = (piece: Float32Array | null) => {
    if (piece) ended.push({ at, first: piece[0]!, frames: piece.length / FRAME });
  };
  for (const [count, speech] of parts)
    for (let one = 0; one < count; one++) note(pieces.push(new Float32Array(FRAME).fill(++at), speech));
  return { ended, pieces, note };
}

test("a pause ends a piece, which keeps what was before the first loud frame", () => {
  const { ended } = cut([30, 0.1], [20, 0.9], [20, 0.1]);
  expect(ended).toEqual([{ at: 62, first: 22, frames: 41 }]);
});

test("a click is no speech, and a short gap no pause", () => {
  expect(cut([30, 0.1], [2, 0.9], [30, 0.1]).ended).toEqual([]);
  expect(cut([10, 0.9], [8, 0.1], [10, 0.9], [12, 0.1]).ended).toEqual([{ at: 40, first: 1, frames: 40 }]);
});

test("speech without a pause is cut before it is too long to be recognized, and nothing of it is lost", () => {
  const { ended } = cut([500, 0.9], [20, 0.1]);
  expect(ended.map(({ frames }) => frames)).toEqual([440, expect.any(Number)]);
  expect(ended[1]!.first).toBeLessThanOrEqual(441);
});

test("what is being said ends when dictation does", () => {
  const { pieces, ended, note } = cut([20, 0.1], [10, 0.9]);
  expect(pieces.current!.length / FRAME).toBe(19);
  note(pieces.end());
  expect(ended).toEqual([{ at: 30, first: 12, frames: 19 }]);
  expect(pieces.end()).toBeNull();
});
