import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Checkout } from "../testing/checkout.ts";

let folder: string;
let checkout: Checkout;
let first: ReturnType<Checkout["build"]>;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "same-build-")));
  checkout = new Checkout(path.join(folder, "one"));
  first = checkout.build();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = (files: Record<string, string>, other: Record<string, string>) =>
  Object.keys({ ...files, ...other }).filter((name) => files[name] !== other[name]);

describe("the same sources", () => {
  it("are the same files and the same release in any folder", () => {
    const other = new Checkout(path.join(folder, "of/another/machine/and/deeper")).build();
    expect(names(first.files, other.files)).toEqual([]);
    expect(other.release).toEqual(first.release);
    for (const text of Object.values(first.files)) expect(text).not.toContain(folder);
  });

  it("are not built again, whatever happens to files that the build did not read", () => {
    checkout.write("libs/contracts/queue/src/unread.ts", "export {};");
    checkout.write("libs/contracts/items/src/client.ts", "broken");
    expect(checkout.build().said).toContain("up to date");
  });

  it("have nothing of the release's id in them", () => {
    for (const text of Object.values(first.files)) expect(text).not.toMatch(new RegExp(first.release.id.split("-")[1]!));
  });
});

describe("a change of others", () => {
  it.each<[string, () => void]>([
    ["a comment in a contract that is bundled", () => checkout.edit("libs/contracts/queue/src/client.ts", (text) => `// A word.\n${text}`)],
    [
      "a part of a contract that is not used",
      () => checkout.edit("libs/contracts/queue/src/client.ts", (text) => `${text}\nexport const unused = () => "of others";\n`),
    ],
    ["another workspace in the lockfile", () => checkout.write("package-lock.json", '{"packages":{"remotes/other":{"version":"1.0.0"}}}')],
    ["a comment of its own", () => checkout.edit("remotes/sample/src/later.tsx", (text) => `// A word.\n${text}`)],
  ])("leaves the release what it is: %s", (_, change) => {
    change();
    const { release, said } = checkout.build();
    expect(said).toContain("built in");
    expect(release).toEqual(first.release);
  });
});

it("a version of what the shell shares is not compiled into a remote", () => {
  for (const name of ["ui", "shell-api"])
    checkout.edit(`libs/${name}/package.json`, (text) => text.replace(/"version": "[^"]+"/, '"version": "1.99.0"'));
  expect(checkout.build().release).toEqual(first.release);
});

describe("a change of the remote", () => {
  it("of a text is another release, and changes the file with the text alone", () => {
    checkout.edit("remotes/sample/src/words.ts", (text) => text.replace("Words", "Other words"));
    const { release, files } = checkout.build();
    expect(release.id).not.toBe(first.release.id);
    expect(names(first.files, files)).toHaveLength(1);
  });

  it("of what it uses of a contract is another release", () => {
    const before = checkout.build().release.id;
    checkout.edit("libs/contracts/queue/src/client.ts", (text) => text.replaceAll("/api/queue/", "/api/queues/"));
    expect(checkout.build().release.id).not.toBe(before);
  });
});
