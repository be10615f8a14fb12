import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves the files of a folder, as they are at each request, on a free port of this machine, to pages of any origin. */
export async function serveFolder(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const root = path.resolve(folder) + path.sep;
  const server = createServer(async (request, response) => {
    const file = path.resolve(root, `.${decodeURIComponent(new URL(request.url!, "http://localhost").pathname)}`);
    const content = file.startsWith(root) ? await readFile(file).catch(() => null) : null;
    response.writeHead(content ? 200 : 404, {
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
    });
    response.end(content);
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close };
}
