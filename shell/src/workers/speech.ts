// Recognizes dictation. A file of its own, fetched when somebody dictates for the first time.
import "@tessera/dictation/worker.ts";
