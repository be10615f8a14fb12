import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Application, createApplication, type OpenDatabase } from "@tessera/service-kit";
import { Apps, Releases } from "@tessera/service-releases/operator";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { type S3Server, startS3 } from "@tessera/testing/s3-server.ts";
import { until } from "@tessera/testing/until.ts";
import { candidateOf } from "../../releases/src/testing/candidate.ts";
import { chosen } from "./choice.ts";
import { services } from "./services.ts";

const FIRST = ["gateway", "identity", "items"];

let database: OpenDatabase & { url?: string };
let s3: S3Server;
let folder: string;
let url: string;
const open: Application[] = [];

beforeAll(async () => {
  [database, s3] = [await openTestDatabase(), await startS3()];
  folder = mkdtempSync(join(tmpdir(), "two-processes-"));
  const [port, other] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}`;
  const shared = {
    ...s3.environment,
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DATABASE_URL: database.url ?? "postgres://127.0.0.1/opened-already",
    PUBLIC_URL: url,
    SERVICE_URLS: `${FIRST.map((name) => `${name}=${url}`).join(",")},*=http://127.0.0.1:${other}`,
    TRUSTED_PROXIES: "127.0.0.1",
    IDENTITY_MAILER_AUTOCONFIRM: "true",
    TESSERA_ADMINS: "admin@example.com",
  };
  const rest = services(shared)
    .map(({ name }) => name)
    .filter((name) => !FIRST.includes(name));
  for (const [names, at] of [
    [rest, other],
    [FIRST, port],
  ] as const) {
    const environment = { ...shared, PORT: String(at), DATA_DIR: join(folder, String(at)) };
    const { services: own, elsewhere } = chosen([...names], environment);
    const application = await createApplication(own, { environment, elsewhere, database });
    open.push(application);
    await application.listen();
  }
});
afterAll(async () => {
  for (const application of open.reverse()) await application.close();
  await Promise.all([database.close(), s3.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

describe("the product as two processes", () => {
  it("serves a page and its files of releases that the other process published into the bucket", async () => {
    const { nest } = open[0]!;
    const candidate = candidateOf("shell", "1.0.0");
    await nest.get(Apps, { strict: false }).ensure([candidate.release]);
    await nest.get(Releases, { strict: false }).publish([candidate], "test");
    const page = await until("the page", async () => {
      const answer = await fetch(`${url}/`);
      const html = await answer.text();
      return answer.status !== 503 && html;
    });
    const script = /src="(\/assets\/shell\/[^"]+)"/.exec(page)![1];
    expect((await fetch(url + script)).status).toBe(200);
  });

  it("signs a person up here, asks there for their plan, and tells the queue there of them", async () => {
    const signUp = await fetch(`${url}/auth/v1/signup`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: "tessera" },
      body: JSON.stringify({ email: "ines@example.com", password: "correct horse battery" }),
    });
    const { access_token: token } = await signUp.json();
    const ask = async (path: string) => {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      return { status: answer.status, json: await answer.json() };
    };
    // Items run here and billing there, which has to know whose token it is.
    expect(await ask("/api/items")).toMatchObject({ status: 402, json: { code: "subscription_required" } });
    expect(await ask("/api/settings/preferences")).toMatchObject({ status: 200 });
    await until("the queue to welcome them", async () => {
      const { json } = await ask("/api/queue/entries");
      return JSON.stringify(json).includes("elcome");
    });
  });

  it("reaches all that runs elsewhere", async () => {
    const { elsewhere } = await (await fetch(`${url}/api/health`)).json();
    expect(new Set(Object.values(elsewhere))).toEqual(new Set(["ok"]));
  });
});
