import fs from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

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
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB", "-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB"],
});

parentPort.on("message", (message) => {
  if (message === "close") {
    database.close().then(() => {
      parentPort.postMessage("closed");
      parentPort.close();
    });
    return;
  }
  if (message === "dump") {
    database.dumpDataDir("none").then(async (file) => parentPort.postMessage({ dump: Buffer.from(await file.arrayBuffer()) }));
    return;
  }
  const answer = database.execProtocolRawSync(message);
  if (answer.length) {
    const copy = answer.slice();
    parentPort.postMessage(copy, [copy.buffer]);
  }
});
parentPort.postMessage("ready");
