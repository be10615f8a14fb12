import { Readable } from "node:stream";
import { expect, it, jest } from "@jest/globals";
import type { ReleaseRegistry, Resolved } from "@tessera/federation/registry.ts";
import type { Log } from "@tessera/service-kit";
import { OUTLINE_STYLES } from "./outline.ts";
import { PageStyles } from "./page-styles.ts";

const shell = (development = false, styles = [OUTLINE_STYLES], id = "1") =>
  ({
    composition: { shell: { name: "shell" } },
    apps: new Map([["shell", { release: { app: "shell", id, styles }, development }]]),
  }) as unknown as Resolved;

function open(read: () => { bytes: number; content: Readable }) {
  const file = jest.fn(async (_app: string, _release: string, _path: string) => ({ open: async () => read() }));
  const error = jest.fn();
  const styles = new PageStyles({ file } as unknown as ReleaseRegistry, { error } as unknown as Log);
  return { styles, file, error };
}
const sheet = (bytes = 11) => ({ bytes, content: Readable.from([".outline {}"]) });

it("the outline's style sheet is read once a release", async () => {
  const { styles, file } = open(() => sheet());
  expect([await styles.outline(shell()), await styles.outline(shell())]).toEqual([".outline {}", ".outline {}"]);
  expect(file.mock.calls).toEqual([["shell", "1", "public/outline.css"]]);
  await styles.outline(shell(false, [OUTLINE_STYLES], "2"));
  expect(file).toHaveBeenCalledTimes(2);
});

it("the handbook's style sheet is kept beside that of the outline", async () => {
  const { styles, file } = open(() => sheet());
  await styles.outline(shell());
  expect([await styles.handbook(shell()), await styles.handbook(shell())]).toEqual([".outline {}", ".outline {}"]);
  expect(file.mock.calls.map(([, , path]) => path)).toEqual(["public/outline.css", "public/handbook.css"]);
  file.mockResolvedValueOnce(null as never);
  expect(await styles.handbook(shell(false, [], "2"))).toBeNull();
});

it("the page asks for that of a developer's own shell, for a long one, and for none where there is none", async () => {
  const { styles, file } = open(() => sheet(16 * 1024 + 1));
  expect([await styles.outline(shell(true)), await styles.outline(shell(false, []))]).toEqual([null, null]);
  expect(file).not.toHaveBeenCalled();
  expect(await styles.outline(shell())).toBeNull();
});

it("a file that cannot be read costs no page", async () => {
  const { styles, error } = open(() => {
    throw new Error("The disk is gone");
  });
  expect(await styles.outline(shell())).toBeNull();
  expect(error).toHaveBeenCalledTimes(1);
});
