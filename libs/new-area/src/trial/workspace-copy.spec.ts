import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyWorkspace } from "./workspace-copy.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "workspace-copy-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("takes installed packages as they are, and notes of the installation as its own", () => {
  const [root, copy] = [path.join(folder, "root"), path.join(folder, "copy")];
  mkdirSync(path.join(root, "node_modules/zod"), { recursive: true });
  mkdirSync(path.join(root, "node_modules/@tessera"));
  writeFileSync(path.join(root, "node_modules/.stamp"), "of the workspace");
  writeFileSync(path.join(root, "README.md"), "# Read me\n");
  writeFileSync(path.join(root, ".gitignore"), "node_modules\n");
  mkdirSync(copy);
  execFileSync("git", ["init", "--quiet"], { cwd: root });

  copyWorkspace(root, copy);
  expect(readFileSync(path.join(copy, "README.md"), "utf8")).toBe("# Read me\n");
  expect(realpathSync(path.join(copy, "node_modules/zod"))).toBe(realpathSync(path.join(root, "node_modules/zod")));
  writeFileSync(path.join(copy, "node_modules/.stamp"), "of the copy");
  expect(readFileSync(path.join(root, "node_modules/.stamp"), "utf8")).toBe("of the workspace");
});
