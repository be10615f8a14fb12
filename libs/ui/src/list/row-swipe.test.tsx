import { jest } from "@jest/globals";
import { finger } from "@tessera/testing/finger.ts";
import { render, screen } from "@testing-library/react";
import { UiProvider } from "../provider.tsx";
import { EDGE, thresholdOf } from "./use-row-swipe.ts";
import { VirtualList } from "./virtual-list.tsx";

const FAR = thresholdOf(0);
const START = 200;

function list() {
  const [archive, snooze, open] = [jest.fn(), jest.fn(), jest.fn()];
  const rows = [{ id: "a" }, { id: "b" }];
  render(
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <VirtualList
        label="Cards"
        rows={rows}
        focusId={null}
        focusRequest={0}
        onFocusRow={() => {}}
        onOpen={() => {}}
        onMove={() => {}}
        swipe={({ id }) => ({
          right: { label: "Archive", icon: <i />, tone: "ok", run: () => archive(id) },
          left: id === "b" ? undefined : { label: "Snooze", icon: <i />, tone: "warn", run: () => snooze(id) },
        })}
        renderRow={({ id }) => (
          <button type="button" onClick={() => open(id)}>
            Card {id}
          </button>
        )}
      />
    </UiProvider>,
  );
  const row = (id: string) => screen.getByText(`Card ${id}`);
  /** Moves a finger over these places, as px from where it began, and lifts it. */
  const swipe = (id: string, places: readonly (readonly [x: number, y: number])[], from = START) => {
    finger(row(id), "down", { x: from, y: 50 });
    for (const [x, y] of places) finger(row(id), "move", { x: from + x, y: 50 + y });
    return {
      lift: () => finger(row(id), "up", { x: from + (places.at(-1)?.[0] ?? 0), y: 50 + (places.at(-1)?.[1] ?? 0) }),
    };
  };
  return { archive, snooze, open, row, swipe };
}

it("shows what letting go will do, does it from the threshold on, and the finger taps nothing", () => {
  const { archive, open, row, swipe } = list();
  const near = swipe("a", [[FAR - 1, 0]]);
  expect(screen.getByText("Archive")).toHaveAttribute("data-swipe", "begun");
  near.lift();
  expect(archive).not.toHaveBeenCalled();
  expect(screen.queryByText("Archive")).toBeNull();
  const far = swipe("a", [[FAR, 0]]);
  expect(screen.getByText("Archive")).toHaveAttribute("data-swipe", "armed");
  far.lift();
  row("a").click();
  expect([archive.mock.calls, open.mock.calls.length]).toEqual([[["a"]], 0]);
  row("a").click();
  expect(open).toHaveBeenCalledTimes(1);
});

it("goes to each side, and nowhere where there is nothing to do", () => {
  const { snooze, swipe } = list();
  swipe("a", [[-FAR, 0]]).lift();
  const none = swipe("b", [[-FAR, 0]]);
  expect(screen.queryByText("Snooze")).toBeNull();
  none.lift();
  expect(snooze.mock.calls).toEqual([["a"]]);
});

it("is cancelled by going back", () => {
  const { archive, swipe } = list();
  const swiped = swipe("a", [
    [FAR * 2, 0],
    [20, 0],
  ]);
  expect(screen.getByText("Archive")).toHaveAttribute("data-swipe", "begun");
  swiped.lift();
  expect(archive).not.toHaveBeenCalled();
});

it("leaves scrolling and the browser's own swipe alone", () => {
  const { archive, swipe } = list();
  swipe("a", [
    [8, 20],
    [FAR * 2, 20],
  ]).lift();
  swipe("a", [[FAR * 2, 0]], EDGE - 1).lift();
  expect(archive).not.toHaveBeenCalled();
  swipe("a", [[FAR, 0]], EDGE).lift();
  expect(archive).toHaveBeenCalledTimes(1);
});

it("ends without an act when the browser takes the gesture", () => {
  const { archive, row, swipe } = list();
  const swiped = swipe("a", [[FAR * 2, 0]]);
  finger(row("a"), "cancel", {});
  swiped.lift();
  expect(archive).not.toHaveBeenCalled();
});
