import { act, render } from "@testing-library/react";
import { Profiler } from "react";
import { createStore } from "../stores/store.ts";
import { DictationState, type Listening } from "./dictation-state.tsx";

it("shows the level without rendering again", () => {
  const field = document.createElement("textarea");
  const listening = createStore<Listening>({ field, partial: "", measured: true, download: null, failure: null });
  const level = createStore(0.25);
  let draws = 0;
  const { container } = render(
    <Profiler id="state" onRender={() => (draws += 1)}>
      <DictationState listening={listening} level={level} trigger="Space" />
    </Profiler>,
  );
  const bar = container.querySelector<HTMLElement>("[data-level] > span")!;
  expect(bar.style.transform).toBe("scaleX(0.25)");
  const before = draws;
  act(() => level.set(0.5));
  expect([bar.style.transform, draws]).toEqual(["scaleX(0.5)", before]);
});
