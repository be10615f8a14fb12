import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { makeSave } from "./save.ts";
import { check, send } from "./send.ts";

/** A server that answers as it is told; the product itself answers in e2e/src/extension.e2e.ts. */
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];
const connection = () => ({
  origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  token: "tessera_pat_test",
});
const page = () => makeSave({ url: "https://a.example/", title: "A page", note: "A note" });

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
});

const problem = (status: number, headers: Record<string, string> = {}) => {
  answer = (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify({ detail: `Because of ${status}.` }));
};

describe("a page that is sent", () => {
  it.each([401, 402, 403])("stops for the person at %d", async (status) => {
    problem(status);
    expect(await send(connection(), page())).toEqual({ is: "stopped", reason: `Because of ${status}.` });
  });

  it.each([400, 404, 413])("is refused at %d", async (status) => {
    problem(status);
    expect(await send(connection(), page())).toEqual({ is: "refused", reason: `Because of ${status}.` });
  });

  it.each([408, 412, 429, 500, 503])("is sent later at %d", async (status) => {
    problem(status, { "retry-after": "90" });
    expect(await send(connection(), page())).toEqual({ is: "unreachable", seconds: 90 });
  });

  it("is sent later when nobody answers", async () => {
    answer = (request) => request.socket.destroy();
    expect(await send(connection(), page())).toEqual({ is: "unreachable", seconds: null });
    expect(await check(connection())).toMatch(/^No Tessera answered/);
  });

  it("follows no redirect with the token", async () => {
    answer = (_, response) => response.writeHead(307, { location: `${connection().origin}/elsewhere` }).end();
    expect(await send(connection(), page())).toEqual({ is: "unreachable", seconds: null });
    expect(asked).toEqual(["POST /api/items"]);
  });
});
