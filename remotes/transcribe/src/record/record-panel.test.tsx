import { jest } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import type { Level } from "./hearing.ts";
import { RecordPanel } from "./record-panel.tsx";
import type { Recording } from "./use-recording.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A recording whose microphone says what `hear` is told, ten times a second. */
function open(state: Recording["state"] = "recording") {
  let level: Level = { loudness: 0, isClipped: false };
  let seconds = 0;
  const nothing = async () => undefined;
  const recorder = {
    ...{ seconds: () => seconds, level: () => level, stop: nothing },
    ...{ pause: () => undefined, resume: () => undefined },
  };
  const recording = { state, recorder, failure: null, kept: null, isSending: false } as unknown as Recording;
  render(<RecordPanel recording={recording} recorder={recorder} />);
  return {
    hear(next: Level, forSeconds: number) {
      level = next;
      for (let tick = 0; tick < forSeconds * 10; tick += 1) {
        seconds += 0.1;
        act(() => void jest.advanceTimersByTime(100));
      }
    },
  };
}
const SPEECH = { loudness: 0.6, isClipped: false };
const SILENCE = { loudness: 0, isClipped: false };
const meter = () => screen.getByRole("meter", { name: "Level of the microphone" });
const said = () => screen.getByRole("status", { name: "Microphone" });

it("shows the level as it changes, of which a screen reader hears nothing until it asks", () => {
  const { hear } = open();
  // What is in a live region is read out at each change.
  const spoken = jest.fn();
  const watch = new MutationObserver((changes) => spoken(changes));
  for (const region of screen.getAllByRole("status"))
    watch.observe(region, { childList: true, characterData: true, subtree: true });
  for (const loudness of [0.2, 0.9, 0.4, 0.6]) {
    hear({ loudness, isClipped: false }, 0.5);
    expect(meter()).toHaveAttribute("aria-valuenow", String(loudness * 100));
    expect(meter()).toHaveAttribute("aria-valuetext", "heard");
  }
  expect(meter().closest("[aria-live], [role=status]")).toBeNull();
  expect(watch.takeRecords()).toEqual([]);
  expect(spoken).not.toHaveBeenCalled();
});

it("says once that nothing is heard, and that it is too loud, and takes it back", () => {
  const { hear } = open();
  hear(SPEECH, 1);
  hear(SILENCE, 5);
  expect(said()).toBeEmptyDOMElement();
  hear(SILENCE, 6);
  expect(said()).toHaveTextContent("Nothing is heard.");
  const sentence = said().firstChild;
  hear(SILENCE, 20);
  expect(said().firstChild).toBe(sentence);
  expect(meter()).toHaveAttribute("aria-valuetext", "nothing is heard");
  hear(SPEECH, 1);
  expect(said()).toBeEmptyDOMElement();
  hear({ loudness: 1, isClipped: true }, 1);
  expect(said()).toHaveTextContent("It is too loud");
  hear(SPEECH, 6);
  expect(said()).toBeEmptyDOMElement();
});

it("is silent about a microphone that is paused", () => {
  const { hear } = open("paused");
  hear(SILENCE, 20);
  expect(said()).toBeEmptyDOMElement();
  expect(meter()).toHaveAttribute("aria-valuenow", "0");
  expect(meter()).toHaveAttribute("aria-valuetext", "paused");
});
