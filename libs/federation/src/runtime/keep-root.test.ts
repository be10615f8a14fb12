import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { keepRoot } from "./keep-root.ts";

let root: HTMLElement;
let stop: () => void;
const overwrite = (element: HTMLElement, html: string) => {
  element.innerHTML = html;
};
const observed = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"><p>The application</p></div>';
  root = document.getElementById("root")!;
  stop = keepRoot(root);
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

it.each<[string, () => void]>([
  ["emptied the body", () => document.body.replaceChildren()],
  ["wrote over the body", () => overwrite(document.body, "<p>Mine</p>")],
  ["took the body away", () => document.body.remove()],
  ["emptied the element itself", () => overwrite(root, "")],
  ["removed the element", () => root.remove()],
])("the application is there again after some code %s", async (_, act) => {
  const [content] = root.children;
  act();
  await observed();
  expect(document.body.contains(root)).toBe(true);
  expect([...root.children]).toEqual([content]);
  act();
  await observed();
  expect(document.body.contains(content!)).toBe(true);
});

it("what the application draws itself is left alone", async () => {
  root.replaceChildren(document.createElement("main"));
  await observed();
  root.append(document.createElement("aside"));
  await observed();
  expect([...root.children].map(({ tagName }) => tagName)).toEqual(["MAIN", "ASIDE"]);
  expect(console.error).not.toHaveBeenCalled();
});
