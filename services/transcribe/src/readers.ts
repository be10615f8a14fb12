// What reads foreign audio, each in a process of its own (service-kit, untrusted/).
export { decodeWav as decode } from "./speech/decode-wav.ts";
export { findSpeech } from "./speech/find-speech.ts";
export { recognise, withTerms } from "./speech/recognise.ts";
