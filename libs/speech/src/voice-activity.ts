import { type InferenceSession, Tensor } from "onnxruntime-web";
import { SAMPLE_RATE } from "./samples.ts";

/** Samples of one frame, and of the frame before that Silero v5 wants in front of it. */
export const FRAME = 512;
const CONTEXT = 64;

/** From which probability on a frame begins speech, and below which it is silence; Silero's own values. */
export const SPEECH = 0.5;
export const SILENCE = 0.35;

/** Silero VAD over one stream of sound. */
export class VoiceActivity {
  private readonly rate = new Tensor("int64", BigInt64Array.of(BigInt(SAMPLE_RATE)), []);
  private state: Tensor = new Tensor("float32", new Float32Array(2 * 128), [2, 1, 128]);
  private readonly input = new Float32Array(CONTEXT + FRAME);

  private readonly vad: InferenceSession;

  constructor(vad: InferenceSession) {
    this.vad = vad;
  }

  /** How likely a frame is speech, 0 to 1; a shorter one is filled with silence. */
  async push(frame: Float32Array): Promise<number> {
    const { input } = this;
    input.copyWithin(0, FRAME);
    input.fill(0, CONTEXT);
    input.set(frame, CONTEXT);
    const samples = new Tensor("float32", input.slice(), [1, input.length]);
    const result = await this.vad.run({ input: samples, state: this.state, sr: this.rate });
    this.state = result.stateN!;
    return (result.output!.data as Float32Array)[0]!;
  }
}

/** How likely each frame of 32 ms is speech, 0 to 1; the last one is filled with silence. */
export async function speechOf(vad: InferenceSession, samples: Float32Array): Promise<number[]> {
  const activity = new VoiceActivity(vad);
  const frames: number[] = [];
  for (let at = 0; at < samples.length; at += FRAME) frames.push(await activity.push(samples.subarray(at, at + FRAME)));
  return frames;
}
