import { spawnSync } from "node:child_process";

const own = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

it.each([
  ["thrown in a callback", "setImmediate(() => { throw new Error('the reason') })"],
  ["rejected and awaited by nobody", "void Promise.reject(new Error('the reason'))"],
  ["that is no error", "void Promise.reject('the reason')"],
])("an error %s is logged and ends the process with 1", (_name, statement) => {
  const program = `import { Log } from ${own("log.ts")}; import { exitOnUnhandledErrors } from ${own("unhandled-errors.ts")};
    exitOnUnhandledErrors(new Log("error")); setInterval(() => undefined, 3_600_000); ${statement};`;
  const types = ["--experimental-transform-types", "--no-warnings", "--input-type=module"];
  const { status, stdout } = spawnSync(process.execPath, [...types, "--eval", program], {
    encoding: "utf8",
    timeout: 25_000,
  });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    err: { message: "the reason" },
    msg: expect.stringContaining("the process ends"),
  });
});
