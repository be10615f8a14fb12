import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { request, type UploadProgress } from "./client.ts";
import { fetchWithProgress } from "./upload.ts";

const { JSDOM } = createRequire(import.meta.resolve("jest-environment-jsdom"))("jsdom") as {
  JSDOM: new (
    html: string,
    options: { url: string },
  ) => { window: { XMLHttpRequest: typeof XMLHttpRequest; close(): void } };
};

let server: Server;
let window: { XMLHttpRequest: typeof XMLHttpRequest; close(): void };
let arrived = () => {};

beforeAll(async () => {
  server = createServer((incoming, response) => {
    if (incoming.url === "/silent") {
      arrived();
      return;
    }
    let received = 0;
    incoming.on("data", (part: Buffer) => {
      received += part.length;
    });
    incoming.on("end", () => {
      const full = incoming.url === "/full";
      const problem = {
        type: "about:blank",
        title: "Full",
        status: 507,
        code: "full",
        detail: "There is no room left.",
      };
      response.writeHead(full ? 507 : 200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          full ? problem : { received, method: incoming.method, key: incoming.headers["idempotency-key"] },
        ),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A page of this origin: that of another one is asked for permission first.
  window = new JSDOM("", { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }).window;
  globalThis.XMLHttpRequest = window.XMLHttpRequest;
});
afterAll(async () => {
  window.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const body = "x".repeat(300_000);

describe("upload", () => {
  it("reports how much was sent, up to all of it, and answers as fetch does", async () => {
    const reported: UploadProgress[] = [];
    const answer = await request(fetchWithProgress, "PUT", "/file", {
      body,
      idempotencyKey: "k",
      onUploadProgress: (progress) => reported.push(progress),
    });
    expect(answer).toEqual({ received: body.length, method: "PUT", key: "k" });
    expect(reported.at(-1)).toEqual({ sent: body.length, total: body.length });
  });

  it("throws the problem that it was refused with", async () => {
    const refused = request(fetchWithProgress, "PUT", "/full", { body, onUploadProgress: () => {} });
    await expect(refused).rejects.toThrow("There is no room left.");
  });

  it("ends with the caller's reason when it is aborted", async () => {
    const stop = new AbortController();
    arrived = () => stop.abort(new Error("The dialog was closed."));
    const sent = request(fetchWithProgress, "PUT", "/silent", {
      body,
      signal: stop.signal,
      onUploadProgress: () => {},
    });
    await expect(sent).rejects.toThrow("The dialog was closed.");
  });
});
