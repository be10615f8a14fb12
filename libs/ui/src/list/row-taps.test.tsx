import { jest } from "@jest/globals";
import { finger } from "@tessera/testing/finger.ts";
import { fireEvent, render, screen } from "@testing-library/react";
import { UiProvider } from "../provider.tsx";
import { VirtualList } from "./virtual-list.tsx";

const ROW = 44;
/** A place in the row at this index, px from the top of the list. */
const middle = (index: number) => index * ROW + ROW / 2;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A list of buttons; `show` gives it other rows. */
function list(first: string[]) {
  const opened: string[] = [];
  const swiped: string[] = [];
  const element = (ids: readonly string[]) => (
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <VirtualList
        label="Cards"
        rows={ids.map((id) => ({ id }))}
        focusId={null}
        focusRequest={0}
        onFocusRow={() => {}}
        onOpen={() => {}}
        onMove={() => {}}
        swipe={({ id }) => ({ right: { label: "Archive", icon: <i />, tone: "ok", run: () => swiped.push(id) } })}
        renderRow={({ id }) => (
          <button type="button" onClick={() => opened.push(id)}>
            Card {id}
          </button>
        )}
      />
    </UiProvider>
  );
  const { rerender } = render(element(first));
  const button = (id: string) => screen.getByText(`Card ${id}`);
  // A page without a layout does not know what lies at a place.
  let under = "";
  document.elementFromPoint = () => button(under);
  return {
    opened,
    swiped,
    button,
    show: (ids: readonly string[]) => rerender(element(ids)),
    /** What the finger finds at a place of the list by now. */
    lies: (id: string) => {
      under = id;
    },
    tap(on: string, index: number, lift = on) {
      finger(button(on), "down", { x: 100, y: middle(index) });
      finger(button(lift), "up", { x: 100, y: middle(index) });
      fireEvent.click(button(lift), { detail: 1, clientX: 100, clientY: middle(index) });
    },
  };
}

describe("a tap on a row", () => {
  it("means the row that was seen there when the rows moved just before", () => {
    const { opened, show, lies, tap } = list(["a", "b", "c", "d"]);
    jest.advanceTimersByTime(1000);
    show(["b", "c", "d"]);
    jest.advanceTimersByTime(100);
    // Meant for b, in the second row until now; c is there.
    lies("b");
    tap("c", 1);
    expect(opened).toEqual(["b"]);
    jest.advanceTimersByTime(250);
    tap("c", 1);
    expect(opened).toEqual(["b", "c"]);
  });

  it("means the row that it began on when the rows move under the finger", () => {
    const { opened, show, lies, button } = list(["a", "b", "c"]);
    jest.advanceTimersByTime(1000);
    finger(button("b"), "down", { x: 100, y: middle(1) });
    show(["b", "c"]);
    lies("b");
    fireEvent.click(button("c"), { detail: 1, clientX: 100, clientY: middle(1) });
    expect(opened).toEqual(["b"]);
  });

  it("does nothing when its row has left", () => {
    const { opened, show, tap } = list(["a", "b", "c"]);
    jest.advanceTimersByTime(1000);
    show(["b", "c"]);
    tap("b", 0);
    expect(opened).toEqual([]);
  });

  it("means what is there by key and by mouse", () => {
    const { opened, show, button } = list(["a", "b", "c"]);
    jest.advanceTimersByTime(1000);
    show(["b", "c"]);
    fireEvent.click(button("b"));
    fireEvent.click(button("c"), { detail: 1 });
    expect(opened).toEqual(["b", "c"]);
  });

  it("acts after a swipe although the browser takes it for one that stops a glide", () => {
    const { opened, swiped, button } = list(["a", "b", "c"]);
    const touch = (kind: "touchStart" | "touchEnd", id: string, x: number) =>
      fireEvent[kind](button(id), {
        cancelable: true,
        touches: kind === "touchStart" ? [{ clientX: x, clientY: middle(1) }] : [],
        changedTouches: [{ clientX: x, clientY: middle(1) }],
      });
    finger(button("a"), "down", { x: 100, y: middle(0) });
    touch("touchStart", "a", 100);
    for (const x of [150, 250, 400]) finger(button("a"), "move", { x, y: middle(0) });
    finger(button("a"), "up", { x: 400, y: middle(0) });
    touch("touchEnd", "a", 400);
    expect(swiped).toEqual(["a"]);
    finger(button("b"), "down", { x: 100, y: middle(1) });
    touch("touchStart", "b", 100);
    finger(button("b"), "up", { x: 100, y: middle(1) });
    expect(touch("touchEnd", "b", 102)).toBe(false);
    expect(opened).toEqual(["b"]);
    touch("touchStart", "c", 100);
    expect(touch("touchEnd", "c", 100)).toBe(true);
    expect(opened).toEqual(["b"]);
  });
});
