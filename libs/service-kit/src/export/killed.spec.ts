import { randomUUID } from "node:crypto";
import path from "node:path";
import { openKilledWorld, STARTS_MS } from "@tessera/testing/killed-process.ts";
import Zip from "adm-zip";

const PROCESS = path.resolve(import.meta.dirname, "../testing/killed-export.ts");

let world: Awaited<ReturnType<typeof openKilledWorld>>;
beforeEach(async () => {
  world = await openKilledWorld();
});
afterEach(() => world.close());

const run = (userId: string, killAt = "") => world.run(PROCESS, { USER_ID: userId, KILL_AT: killAt });

it.each([
  ["a table was written", "note.json"],
  ["a part was written", "notes/index.jsonl"],
  ["the archive was written", ".zip"],
])(
  "an export whose process is killed after %s is whole once the process runs again",
  async (_name, killAt) => {
    const userId = randomUUID();
    expect(await run(userId, killAt)).toMatchObject({ signal: "SIGKILL", output: "" });
    const { output, code } = await run(userId);
    expect(code).toBe(0);
    const { kept, archive } = JSON.parse(output) as { kept: string[]; archive: string };
    expect(kept).toEqual([expect.stringMatching(/\.zip$/)]);
    const zip = new Zip(Buffer.from(archive, "base64"));
    expect(JSON.parse(zip.readAsText("notes/note.json"))).toHaveLength(500);
    expect(zip.readAsText("notes/files/one")).toBe("a drawing");
  },
  STARTS_MS,
);
