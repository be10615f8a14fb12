import fs from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";

// Where there is a core for both, this thread takes nothing from the one that answers requests; elsewhere that one goes
// first. On Linux alone a process's number 0 is the calling thread.
if (process.platform === "linux") setPriority(0, 5);

// PGlite gives every file the mode 0666, whatever the process's mask; in this thread nobody else is let in.
const chmod = fs.chmodSync;
fs.chmodSync = (path, mode) => chmod(path, mode & ~0o077);
const { PGlite } = await import("@electric-sql/pglite");
const { pg_trgm } = await import("@electric-sql/pglite/contrib/pg_trgm");
const { unaccent } = await import("@electric-sql/pglite/contrib/unaccent");

// PGlite in a thread of its own: a heavy query does not stop the event loop that answers requests.
// Messages are chunks of the PostgreSQL wire protocol in both directions; "close" ends it cleanly.
const database = await PGlite.create({
  dataDir: workerData.dataDir,
  loadDataDir: workerData.template ? new Blob([workerData.template]) : undefined,
  extensions: { pg_trgm, unaccent },
  startParams: [
    ...PGlite.defaultStartParams,
    "-c",
    "shared_buffers=32MB",
    "-c",
    "max_wal_size=64MB",
    "-c",
    "min_wal_size=32MB",
  ],
});

const FATAL = ["SFATAL", "SPANIC"].map((text) => Buffer.from(text));
const ERROR_RESPONSE = "E".charCodeAt(0);

/** Whether an answer holds an error after which the server ends. */
function endsSession(answer) {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  if (!FATAL.some((text) => bytes.includes(text))) return false;
  // The words may stand in somebody's text: only an ErrorResponse counts (type, length, then its fields, severity
  // first).
  for (let at = 0; at + 5 < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const isError = bytes[at] === ERROR_RESPONSE;
    if (isError && FATAL.some((text) => bytes.subarray(at + 5, at + 5 + text.length).equals(text))) return true;
  }
  return false;
}

/** What PGlite answers, as it comes: `execProtocolRaw` would take the answer apart and copy it three times. */
async function answerTo(message) {
  const chunks = [];
  await database.execProtocolRawStream(message, {
    syncToFs: false,
    // A view of its memory, which the next one overwrites.
    onRawData: (chunk) => chunks.push(chunk.slice()),
  });
  if (chunks.length === 1) return chunks[0];
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

parentPort.on("message", async (message) => {
  if (message === "close") {
    database.close().then(() => {
      parentPort.postMessage("closed");
      parentPort.close();
    });
    return;
  }
  if (message === "dump") {
    database
      .dumpDataDir("none")
      .then(async (file) => parentPort.postMessage({ dump: Buffer.from(await file.arrayBuffer()) }));
    return;
  }
  const answer = await answerTo(message);
  const isOver = endsSession(answer);
  if (answer.length) parentPort.postMessage(answer, [answer.buffer]);
  // After one of these PGlite answers nothing any more: the thread ends, and the pool opens the folder again.
  if (isOver) throw new Error("The embedded database gave up");
});
parentPort.postMessage("ready");
