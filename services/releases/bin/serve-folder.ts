import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Where pages wait for changes: server-sent events. */
const CHANGES = "-/changes";

export interface ServedFolder {
  /** With a slash at its end. */
  url: string;
  /** Reloads the pages that run `entry`. */
  reload(): void;
  close(): Promise<void>;
}

/**
 * Serves the files of a folder, as they are at each request, on a free port of this machine, to pages of any origin.
 * @param entry a script of the folder: pages that run it reload when `reload` is called
 */
export async function serveFolder(folder: string, entry?: string): Promise<ServedFolder> {
  const root = path.resolve(folder) + path.sep;
  const pages = new Set<ServerResponse>();
  const headersOf = (type: string) => ({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "content-type": type,
  });
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url!, "http://localhost").pathname).slice(1);
    if (entry && name === CHANGES) {
      response.writeHead(200, headersOf("text/event-stream")).flushHeaders();
      pages.add(response);
      response.once("close", () => pages.delete(response));
      return;
    }
    const file = path.resolve(root, name);
    const content = file.startsWith(root) ? await readFile(file).catch(() => null) : null;
    response.writeHead(content ? 200 : 404, headersOf(TYPES[path.extname(file)] ?? "application/octet-stream"));
    response.end(content && name === entry ? `${content}\n${reloads(url)}` : content);
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    reload() {
      for (const page of pages) page.write("data: changed\n\n");
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const reloads = (url: string) =>
  `new EventSource(${JSON.stringify(url + CHANGES)}).onmessage = () => location.reload();\n`;
