import { expect, it } from "@jest/globals";
import type { Composition } from "../composition.ts";
import { Manifest } from "../manifest.ts";
import { Blame } from "./blame.ts";

const release = (app: string, id: string, ...files: string[]) => ({
  id,
  version: "1.0.0",
  base: `/assets/${app}/`,
  entry: "e.js",
  globalName: null,
  integrity: Object.fromEntries(files.map((file) => [file, "sha384-x"])),
});
const app = (name: string, id: string, ...files: string[]) => ({
  ...Manifest.parse({ name, title: name, routes: [] }),
  release: release(name, id, ...files),
});
const composition: Composition = {
  buildId: "b",
  shell: app("shell", "1", "react.js", "app.js"),
  remotes: [
    { ...app("items", "2", "new.js", "same.js"), stable: release("items", "1", "old.js", "same.js") },
    app("queue", "3", "q.js"),
  ],
};
const blame = new Blame(composition);
const thrownIn = (...files: string[]) =>
  Object.assign(new Error("boom"), {
    stack: ["Error: boom", ...files.map((file) => `    at f (${url(file)}:1:23)`)].join("\n"),
  });
const url = (file: string) => `${location.origin}/assets/${file}`;

it.each([
  ["the remote that threw", thrownIn("items/new.js", "shell/react.js"), "items 2"],
  [
    "the remote that called what the shell provides, which threw",
    thrownIn("shell/react.js", "items/new.js", "queue/q.js"),
    "items 2",
  ],
  ["the release whose file it is, of two at the same address", thrownIn("items/old.js"), "items 1"],
  ["the release the page has, when both have the file", thrownIn("items/same.js"), "items 2"],
  ["the shell when no remote took part", thrownIn("shell/app.js"), "shell 1"],
])("to blame is %s", (_, error, expected) => {
  const { app, release } = blame.of(error)!;
  expect(`${app} ${release}`).toBe(expected);
});

it("stacks of other browsers, the file a browser names, and the first error of two are read as well", () => {
  const firefox = Object.assign(new Error("boom"), {
    stack: `f@${url("queue/q.js")}:10:2\n@${url("shell/app.js")}:1:1`,
  });
  expect(blame.of(firefox)).toEqual({ app: "queue", release: "3" });
  expect(blame.of("only text", url("queue/q.js"))).toEqual({ app: "queue", release: "3" });
  const recovered = Object.assign(thrownIn("shell/react.js"), { cause: thrownIn("queue/q.js") });
  expect(blame.of(recovered)).toEqual({ app: "queue", release: "3" });
});

it("nobody is to blame for an error from elsewhere", () => {
  expect(
    blame.of(
      Object.assign(new Error("x"), { stack: "Error: x\n  at https://elsewhere.example/assets/items/new.js:1:1" }),
    ),
  ).toBeNull();
  expect(blame.of(null)).toBeNull();
});

it("a port of the address is no line of the file", () => {
  const { release, ...other } = app("queue", "3", "q.js");
  const elsewhere = { ...other, release: { ...release, base: "http://localhost:4300/assets/queue/" } };
  const error = Object.assign(new Error("x"), {
    stack: "Error: x\n    at f (http://localhost:4300/assets/queue/q.js:1:23)",
  });
  expect(new Blame({ ...composition, remotes: [elsewhere] }).of(error)).toEqual({ app: "queue", release: "3" });
});
