// What reads foreign audio, each in a process of its own (service-kit, untrusted/).
export { decodeAudio as decode } from "./speech/decode-audio.ts";
export { recognise } from "./speech/recognise.ts";
