import { jest } from "@jest/globals";
import { UiProvider } from "@tessera/ui";
import { act, render } from "@testing-library/react";
import { LoadingBar } from "./loading-bar.tsx";
import { createLoadingBar, loadingBar } from "./loading-bar-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function show() {
  const model = createLoadingBar();
  const { container } = render(
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <LoadingBar model={model} />
    </UiProvider>,
  );
  const bar = container.querySelector<HTMLElement>('[role="progressbar"]');
  if (!bar) throw new Error("no bar");
  return {
    model,
    bar,
    pass: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
    shown: () => bar.getAttribute("aria-hidden") === "false",
  };
}

describe("loading bar", () => {
  it("appears 200 ms after the start, ends with the page, hides after 500 ms and resets 400 ms later [shell.loading-bar-life] [shell.loading-bar-timing]", () => {
    const { model, bar, pass, shown } = show();
    act(() => model.start());
    pass(199);
    expect(shown()).toBe(false);
    pass(1);
    expect(shown()).toBe(true);
    pass(1800);
    const progress = model.store.get().progress;
    expect(progress).toBeGreaterThan(65);
    expect(progress).toBeLessThan(100);
    act(() => model.finish());
    expect(model.store.get().progress).toBe(100);
    pass(499);
    expect(shown()).toBe(true);
    pass(1);
    expect(shown()).toBe(false);
    expect(model.store.get().progress).toBe(100);
    pass(400);
    expect(model.store.get().progress).toBe(0);
    expect(getComputedStyle(bar).height).toBe("3px");
    expect(loadingBar).toEqual({ duration: 2000, throttle: 200, height: 3, hideDelay: 500, resetDelay: 400 });
  });

  it("is not shown for a page that was there within 200 ms", () => {
    const { model, pass, shown } = show();
    act(() => model.start());
    pass(150);
    act(() => model.finish());
    pass(500);
    expect(shown()).toBe(false);
  });

  it("shows an error in the error colour [shell.loading-bar-error]", () => {
    const { model, bar, shown } = show();
    act(() => model.start());
    act(() => model.finish(true));
    expect(shown()).toBe(true);
    expect(getComputedStyle(bar).backgroundColor).toBe("var(--bad)");
  });
});
