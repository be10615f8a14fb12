import { jest } from "@jest/globals";
import { loadStyles } from "./handbook-styles.ts";

const link = () => document.querySelector('link[href="/handbook.css"]');

beforeEach(() => {
  jest.useFakeTimers();
  document.head.replaceChildren();
});
afterEach(() => {
  jest.useRealTimers();
});

it("the handbook asks for its style sheet, and waits until that is there", async () => {
  const loaded = jest.fn();
  void loadStyles().then(loaded);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(loaded).not.toHaveBeenCalled();
  link()!.dispatchEvent(new Event("load"));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(loaded).toHaveBeenCalled();
  expect(link()).not.toBeNull();
});

it("asks for none where the server has sent it with the page", async () => {
  document.head.innerHTML = "<style data-handbook>.handbook {}</style>";
  await loadStyles();
  expect(link()).toBeNull();
});

it("is shown without a style sheet that does not come in 10 s, and asks again at its next page", async () => {
  const loaded = jest.fn();
  void loadStyles().then(loaded);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(loaded).toHaveBeenCalled();
  expect(link()).toBeNull();
  void loadStyles();
  expect(link()).not.toBeNull();
});
