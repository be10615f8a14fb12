import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { decodeHtml } from "./decode-html.ts";
import { PageFetcher } from "./page-fetcher.ts";

let server: Server;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  asked = [];
  answer = (_, response) => response.setHeader("content-type", "text/html; charset=utf-8").end("<p>Grüße</p>");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const signal = new AbortController().signal;
const allowing = (...hosts: string[]) =>
  new PageFetcher(new Set(hosts), async () => [{ address: "127.0.0.1", family: 4 }]);
const fetching = (address: string, fetcher = allowing()) => fetcher.fetchPage(address, signal);

it("never asks a private address, however it is written", async () => {
  for (const address of [
    `http://127.0.0.1:${port}/`,
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://inside.example/",
  ])
    await expect(fetching(address)).rejects.toThrow(/private network|not fetched/);
  expect(asked).toEqual([]);
});

it("asks nobody at a name that leads inwards, to whatever else it leads", async () => {
  for (const inside of [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "::1",
    "::ffff:10.0.0.1",
    "fd00::1",
  ]) {
    const inward = { address: inside, family: isIP(inside) };
    const outward = { address: "93.184.216.34", family: 4 };
    for (const answers of [[inward], [outward, inward]]) {
      const fetcher = new PageFetcher(new Set(), async () => answers);
      await expect(fetching("http://rebinding.example/", fetcher)).rejects.toThrow(/private network/);
    }
  }
});

it("refuses other schemes, ports and addresses with passwords", async () => {
  await expect(fetching("ftp://example.org/")).rejects.toThrow("Only pages over http and https are fetched");
  await expect(fetching("file:///etc/passwd")).rejects.toThrow("Only pages over http and https are fetched");
  await expect(fetching("http://example.org:22/")).rejects.toThrow("Pages on port 22 are not fetched");
  await expect(fetching("http://me:secret@example.org/")).rejects.toThrow("password");
});

it("connects to the very address it checked", async () => {
  const page = await fetching(`http://site.example:${port}/a`, allowing(`site.example:${port}`));
  expect(page).toEqual({
    url: `http://site.example:${port}/a`,
    contentType: "text/html; charset=utf-8",
    bytes: Buffer.from("<p>Grüße</p>"),
  });
  expect(asked).toEqual([`site.example:${port}/a`]);
});

it("asks for a name's addresses once, so that another answer later leads nowhere else", async () => {
  const answers = ["127.0.0.1", "127.0.0.2"];
  const resolved: string[] = [];
  const fetcher = new PageFetcher(new Set([`site.example:${port}`]), async (host) => {
    resolved.push(host);
    return [{ address: answers.shift()!, family: 4 }];
  });
  expect((await fetching(`http://site.example:${port}/`, fetcher)).bytes.toString()).toBe("<p>Grüße</p>");
  expect([resolved, asked]).toEqual([["site.example"], [`site.example:${port}/`]]);
});

it("asks for the addresses again at each redirect, and checks them", async () => {
  const names: Record<string, string> = { "site.example": "127.0.0.1", "moved.example": "169.254.169.254" };
  for (const target of [
    "http://moved.example/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://169.254.169.254/",
    "http://0/",
  ]) {
    asked = [];
    answer = (_, response) => response.writeHead(307, { location: target }).end();
    const resolve = async (host: string) => [{ address: names[host]!, family: 4 }];
    const fetcher = new PageFetcher(new Set([`site.example:${port}`]), resolve);
    await expect(fetching(`http://site.example:${port}/`, fetcher)).rejects.toThrow(/private network/);
    expect(asked).toHaveLength(1);
  }
});

it("checks each redirect like the first address", async () => {
  answer = (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end();
  await expect(fetching(`http://site.example:${port}/`, allowing(`site.example:${port}`))).rejects.toThrow(
    /not fetched/,
  );
  expect(asked).toHaveLength(1);
  answer = (_, response) => response.writeHead(302, { location: "/again" }).end();
  await expect(fetching(`http://site.example:${port}/`, allowing(`site.example:${port}`))).rejects.toThrow(
    "redirects more than 5 times",
  );
  answer = (request, response) =>
    request.url === "/"
      ? response.writeHead(301, { location: "/b" }).end()
      : response.setHeader("content-type", "text/html").end("b");
  expect(await fetching(`http://site.example:${port}/`, allowing(`site.example:${port}`))).toEqual({
    url: `http://site.example:${port}/b`,
    contentType: "text/html",
    bytes: Buffer.from("b"),
  });
});

it("says in plain words why a page could not be had", async () => {
  const fetcher = allowing(`site.example:${port}`);
  const failing = (reply: typeof answer) => {
    answer = reply;
    return fetching(`http://site.example:${port}/`, fetcher);
  };
  await expect(failing((_, response) => response.writeHead(404).end())).rejects.toMatchObject({
    message: "The site answered 404",
    temporary: false,
  });
  await expect(failing((_, response) => response.writeHead(503).end())).rejects.toMatchObject({
    message: "The site answered 503",
    temporary: true,
  });
  await expect(
    failing((_, response) => response.setHeader("content-type", "application/pdf").end("%PDF")),
  ).rejects.toThrow("not a page but application/pdf");
  await expect(
    failing((_, response) => response.setHeader("content-type", "text/html").end(Buffer.alloc(4 * 1024 * 1024, "a"))),
  ).rejects.toThrow("larger than 3 MB");
  await expect(failing((request) => request.socket.destroy())).rejects.toMatchObject({ temporary: true });
  const nowhere = new PageFetcher(new Set(), () =>
    Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" })),
  );
  await expect(fetching("http://nowhere.example/", nowhere)).rejects.toThrow("The site nowhere.example was not found");
});

it("reads the character set that the page names", async () => {
  answer = (_, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(Buffer.from('<meta charset="windows-1252"><p>caf\xe9 \x80</p>', "latin1"));
  const { bytes, contentType } = await fetching(`http://site.example:${port}/`, allowing(`site.example:${port}`));
  expect(decodeHtml(bytes, contentType)).toContain("café €");
});
