import { createHash } from "node:crypto";
import { DOWNLOAD_MEGABYTES, MODEL_FILES, modelAddress } from "@tessera/speech/model-files.ts";
import { startTranscribe, type TranscribeWorld } from "../testing/transcribe-world.ts";

let world: TranscribeWorld;
beforeAll(async () => {
  world = await startTranscribe();
});
afterAll(() => world.stop());

const files = Object.values(MODEL_FILES);

test("each file of the speech model is that of its package, and kept for good", async () => {
  for (const file of files) {
    const response = await fetch(world.url + modelAddress(file));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const content = Buffer.from(await response.arrayBuffer());
    expect(content.length).toBe(file.bytes);
    expect(createHash("sha256").update(content).digest("hex")).toBe(file.sha256);
  }
});

test("what is said of the download is what it takes, and no other file is there", async () => {
  let bytes = 0;
  for (const file of files) {
    const response = await fetch(world.url + modelAddress(file), { headers: { "accept-encoding": "br" } });
    bytes += Number(response.headers.get("content-length"));
    await response.body?.cancel();
  }
  expect(Math.ceil(bytes / 1e6)).toBe(DOWNLOAD_MEGABYTES);
  const other = modelAddress({ ...MODEL_FILES.vad, sha256: "0".repeat(64) });
  expect((await fetch(world.url + other)).status).toBe(404);
  expect((await fetch(`${world.url}/api/transcribe/models/..%2f..%2f/package.json`)).status).toBe(404);
});
