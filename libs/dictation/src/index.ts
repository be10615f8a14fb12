export type { SpeechController, Transcript } from "./controller.ts";
export { type DictationOptions, dictate } from "./dictate.ts";
export { type Change, type DictatedEvent, fieldOf, type TextField, takesCommands } from "./field.ts";
export { DEFAULTS } from "./machine.ts";
export { SPOKEN_COMMANDS } from "./spoken-commands.ts";
export { hasWebSpeech, webSpeech } from "./web-speech.ts";
