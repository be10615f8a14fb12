import { readdirSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Controller, Get, Inject, Module, StreamableFile } from "@nestjs/common";
import { freePort } from "@tessera/testing/free-port.ts";
import { type S3Server, startS3 } from "@tessera/testing/s3-server.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Environment, parseConfig } from "../config/environment.ts";
import { FileStore, Public, type ServiceDefinition } from "../index.ts";
import { FilesConfigSchema } from "./files-config.ts";
import { openFiles } from "./open-files.ts";

@Controller("api/shelf")
class ShelfController {
  constructor(@Inject(FileStore) private readonly files: FileStore) {}
  @Public()
  @Get()
  async read() {
    return new StreamableFile(await this.files.read("shelf/one"));
  }
}
@Module({ controllers: [ShelfController] })
class ShelfModule {}
const shelf: ServiceDefinition = {
  name: "shelf",
  title: "Shelf",
  module: ShelfModule,
  schema: "shelf",
  migrations: [],
};

const whole = {
  FILES_S3_BUCKET: "tessera",
  FILES_S3_ENDPOINT: "http://127.0.0.1:9000",
  FILES_S3_ACCESS_KEY_ID: "key",
  FILES_S3_SECRET_ACCESS_KEY: "secret",
};
const parse = (values: Record<string, string>) => parseConfig(FilesConfigSchema, new Environment(values));

it.each([
  [{ ...whole, FILES_S3_SECRET_ACCESS_KEY: "" }, "FILES_S3_SECRET_ACCESS_KEY: is needed to use the bucket"],
  [
    { ...whole, FILES_S3_BUCKET: "" },
    "FILES_S3_BUCKET: names the bucket in the storage; set it, or leave FILES_S3_ENDPOINT out",
  ],
  [{ ...whole, FILES_S3_BUCKET: "My Bucket" }, "FILES_S3_BUCKET: must be the name of a bucket"],
  [{ ...whole, FILES_S3_ENDPOINT: "storage" }, "FILES_S3_ENDPOINT: must be the address of the storage"],
  [{ ...whole, FILES_S3_REGION: "eu central" }, "FILES_S3_REGION: must be the name of a region"],
])("names the variable that is wrong: %j", (values, sentence) => {
  expect(() => parse(values)).toThrow(sentence);
});

it("keeps files in a folder where no bucket is named", () => expect(parse({})).toBeNull());

describe("with storage on the loopback", () => {
  let port: number;
  let server: S3Server;
  beforeAll(async () => {
    port = await freePort();
    server = await startS3(port);
  });
  afterAll(() => server.stop());

  it.each([
    [{ FILES_S3_BUCKET: "nowhere" }, "The bucket nowhere (FILES_S3_BUCKET) at http://127.0.0.1"],
    [{ FILES_S3_ACCESS_KEY_ID: "wrong" }, "refuses this process. Check FILES_S3_ACCESS_KEY_ID"],
    [{ FILES_S3_ENDPOINT: "http://127.0.0.1:1" }, "ECONNREFUSED"],
  ])("stops the start with what to do: %j", async (wrong, sentence) => {
    const config = parse({ ...server.environment, ...wrong });
    const refused = await openFiles("", config).catch((error: Error) => error);
    expect(refused).toHaveProperty("name", "StartError");
    expect((refused as Error).message).toContain(sentence);
    expect((refused as Error).message).not.toMatch(/wrong|S3RVER/);
  });

  /** The storage behind a server that sees what is asked of it, and may drop the connection. */
  async function behind(seen: (asked: string) => "answer" | "drop", test: (files: FileStore) => Promise<void>) {
    const front = createServer((incoming, answer) => {
      const { method, url: path, headers } = incoming;
      if (seen(`${method} ${path}`) === "drop") return void incoming.socket.destroy();
      const onward = request({ host: "127.0.0.1", port, method, path, headers }, (found) => {
        answer.writeHead(found.statusCode!, found.headers);
        found.pipe(answer);
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((ready) => front.listen(0, "127.0.0.1", ready));
    const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const files = await openFiles("", parse({ ...server.environment, FILES_S3_ENDPOINT: endpoint }));
    try {
      await test(files);
    } finally {
      files.close();
      front.closeAllConnections();
      await new Promise((done) => front.close(done));
    }
  }

  it("aborts an upload in parts that is cut off, so that none of its parts stay", async () => {
    // s3rver does not abort uploads; what it is asked for is seen in front of it.
    const asked: string[] = [];
    const see = (one: string) => {
      asked.push(one);
      return "answer" as const;
    };
    await behind(see, async (files) => {
      async function* broken() {
        for (let part = 0; part < 3; part++) yield Buffer.alloc(8 * 1024 ** 2, part);
        throw new Error("The sender is gone");
      }
      await expect(files.put("shelf/cut", Readable.from(broken()))).rejects.toThrow("The sender is gone");
      expect(asked).toContainEqual(expect.stringMatching(/^PUT \/tessera\/shelf\/cut\?.*uploadId=/));
      expect(asked.at(-1)).toMatch(/^DELETE \/tessera\/shelf\/cut\?.*uploadId=/);
      expect(await files.exists("shelf/cut")).toBe(false);
    });
  });

  it("keeps a file although the storage drops connection after connection", async () => {
    let drops = 4;
    const see = (asked: string) => (asked.startsWith("PUT") && drops-- > 0 ? "drop" : "answer");
    await behind(see, async (files) => {
      await files.put("shelf/dropped", Buffer.from("kept"));
      expect(await text(await files.read("shelf/dropped"))).toBe("kept");
    });
  });

  it("serves a service's files from there, says when the storage is away, and continues when it is back", async () => {
    const world: World = await startServices([shelf], { environment: server.environment });
    try {
      const files = world.application.nest.get(FileStore);
      expect(files.kind).toBe("s3");
      await files.put("shelf/one", Buffer.from("one"));
      expect(readdirSync(`${server.folder}/shelf`).some((name) => name.startsWith("one"))).toBe(true);
      expect(await (await fetch(`${world.url}/api/shelf`)).text()).toBe("one");
      await server.stop();
      const away = await fetch(`${world.url}/api/shelf`);
      expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await away.json()).toMatchObject({ code: "files_unavailable" });
      server = await startS3(port);
      await files.put("shelf/one", Buffer.from("two"));
      expect(await (await fetch(`${world.url}/api/shelf`)).text()).toBe("two");
    } finally {
      await world.stop();
    }
  });
});
