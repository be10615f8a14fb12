import { type InferenceSession, Tensor } from "onnxruntime-web";
import { SAMPLE_RATE } from "./samples.ts";

/** Samples of one frame, and of the frame before that Silero v5 wants in front of it. */
export const FRAME = 512;
const CONTEXT = 64;

/** How likely each frame of 32 ms is speech, 0 to 1; the last one is filled with silence. */
export async function speechOf(vad: InferenceSession, samples: Float32Array): Promise<number[]> {
  const rate = new Tensor("int64", BigInt64Array.of(BigInt(SAMPLE_RATE)), []);
  let state: Tensor = new Tensor("float32", new Float32Array(2 * 128), [2, 1, 128]);
  const input = new Float32Array(CONTEXT + FRAME);
  const frames: number[] = [];
  for (let at = 0; at < samples.length; at += FRAME) {
    input.copyWithin(0, FRAME);
    input.fill(0, CONTEXT);
    input.set(samples.subarray(at, at + FRAME), CONTEXT);
    const result = await vad.run({ input: new Tensor("float32", input.slice(), [1, input.length]), state, sr: rate });
    state = result.stateN!;
    frames.push((result.output!.data as Float32Array)[0]!);
  }
  return frames;
}
