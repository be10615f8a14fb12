// Highlights large code. A file of its own, fetched with the first that is shown.
import "@tessera/code/worker.ts";
