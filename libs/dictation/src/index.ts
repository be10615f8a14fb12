export type { SpeechController, Transcript } from "./controller.ts";
export { type DictationOptions, dictate } from "./dictate.ts";
export { fieldOf, type TextField } from "./field.ts";
export { DEFAULTS } from "./machine.ts";
export { hasWebSpeech, webSpeech } from "./web-speech.ts";
