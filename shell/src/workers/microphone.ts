// Runs on the thread of the sound.
import "@tessera/dictation/worklet.ts";
