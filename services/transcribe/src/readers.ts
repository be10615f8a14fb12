// What reads foreign audio, each in a process of its own (service-kit, untrusted/).
export { decodeAudio as decode } from "./speech/decode-audio.ts";
export { findSpeech } from "./speech/find-speech.ts";
export { recognise, withTerms } from "./speech/recognise.ts";
