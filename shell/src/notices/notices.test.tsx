import { jest } from "@jest/globals";
import { provideShell } from "@tessera/shell-api";
import { mockShell } from "@tessera/shell-api/testing";
import { UiProvider } from "@tessera/ui";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createStore } from "../stores/store.ts";
import { NoticeList } from "./notice-list.tsx";
import { createNotices } from "./notices.ts";

beforeEach(() => {
  jest.useFakeTimers();
  provideShell(mockShell());
});
afterEach(() => jest.useRealTimers());

const undone: string[] = [];
beforeEach(() => undone.splice(0));

function open() {
  const notices = createNotices();
  render(
    <UiProvider settings={{ mode: "light", density: "comfortable" }}>
      <NoticeList notices={notices} dialogs={{ store: createStore([]) } as never} />
    </UiProvider>,
  );
  const archived = (what: string) =>
    act(() =>
      notices.show({ message: `Archived ${what}`, action: { label: "Undo", run: () => void undone.push(what) } }),
    );
  return { notices, archived };
}
const undoOf = (what: string) =>
  screen.getByText(`Archived ${what}`).parentElement?.querySelector("button") as HTMLButtonElement;

it("shows one success at a time, and for a while", () => {
  const { archived } = open();
  archived("one");
  archived("two");
  expect(screen.queryByText("Archived one")).toBeNull();
  act(() => void jest.advanceTimersByTime(8_000));
  expect(screen.queryByText("Archived two")).toBeNull();
});

it("stays under the finger that taps it, whatever happens meanwhile", () => {
  const { archived } = open();
  archived("one");
  const undo = undoOf("one");
  fireEvent.pointerDown(undo, { pointerType: "touch" });
  act(() => void jest.advanceTimersByTime(20_000));
  archived("two");
  archived("three");
  archived("four");
  // A finger leaves before its tap arrives.
  fireEvent.pointerLeave(undo.parentElement as HTMLElement, { pointerType: "touch" });
  archived("five");
  expect(undo).toBeInTheDocument();
  fireEvent.click(undo);
  expect(undone).toEqual(["one"]);
  expect(screen.queryByText("Archived one")).toBeNull();
  expect(screen.getByText("Archived five")).toBeVisible();
});

it("acts when a finger is lifted, for browsers send no click while a list still glides", () => {
  const { archived } = open();
  archived("one");
  const undo = undoOf("one");
  fireEvent.touchStart(undo, { touches: [{ clientX: 5, clientY: 5 }] });
  fireEvent.touchEnd(undo, { touches: [], changedTouches: [{ clientX: 6, clientY: 5 }] });
  expect(undone).toEqual(["one"]);
  archived("two");
  const moved = undoOf("two");
  fireEvent.touchStart(moved, { touches: [{ clientX: 5, clientY: 5 }] });
  fireEvent.touchEnd(moved, { touches: [], changedTouches: [{ clientX: 90, clientY: 5 }] });
  expect(undone).toEqual(["one"]);
});

it("goes a while after the pointer has left it", () => {
  const { archived } = open();
  archived("one");
  const notice = undoOf("one").parentElement as HTMLElement;
  fireEvent.pointerEnter(notice);
  act(() => void jest.advanceTimersByTime(60_000));
  fireEvent.pointerLeave(notice);
  act(() => void jest.advanceTimersByTime(9_000));
  expect(screen.queryByText("Archived one")).toBeNull();
});
