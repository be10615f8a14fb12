import { jest } from "@jest/globals";
import { mockShell, renderInShell } from "@tessera/shell-api/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { AreaTabs } from "./area-tabs.tsx";
import {
  breakpoints,
  darkTheme,
  EmptyState,
  ErrorState,
  groupsBy,
  ListRow,
  labels,
  lightTheme,
  Pager,
  RowSkeleton,
  useListState,
  ViewTabs,
  VirtualList,
  zIndex,
} from "./index.ts";

const cards = Array.from({ length: 1000 }, (_, index) => ({ id: String(index), title: `Card ${index}` }));

function List() {
  const [opened, setOpened] = useState("");
  const list = useListState(cards);
  return (
    <>
      <VirtualList
        label="Cards"
        rows={cards}
        groups={groupsBy(cards, ({ id }) => (Number(id) < 2 ? "First" : "Rest"))}
        renderRow={({ title }) => <ListRow icon={null} title={title} />}
        focusId={list.focusId}
        focusRequest={list.focusRequest}
        onFocusRow={(id) => list.focusOn(id, false)}
        onMove={(step) => list.focusOn(list.neighbour(step)?.id ?? null, true)}
        onOpen={({ title }) => setOpened(title)}
      />
      <output>{opened}</output>
    </>
  );
}

describe("list", () => {
  it("draws the rows in view, moves with the arrow keys and opens with Enter", async () => {
    const person = userEvent.setup();
    renderInShell(<List />);
    expect(screen.getByRole("grid", { name: "Cards" })).toHaveAttribute("aria-rowcount", "1000");
    expect(screen.getAllByRole("row").length).toBeLessThan(100);
    await person.tab();
    await person.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent("Card 2");
  });

  it("lets each title begin where its writing does", () => {
    renderInShell(<ListRow icon={null} title="חלה, יין ונרות" line="2 יחידות" href="/items/note/1" />);
    expect(screen.getByRole("link")).toHaveAttribute("dir", "auto");
    expect(screen.getByText("2 יחידות")).toHaveAttribute("dir", "auto");
  });

  it("reads each heading right before its first row", () => {
    renderInShell(<List />);
    const spoken = screen.getAllByRole("row").map((row) => row.textContent);
    expect(spoken.slice(0, 5)).toEqual(["First", "Card 0", "Card 1", "Rest", "Card 2"]);
  });
});

describe("views", () => {
  it("moves between tabs with the arrow keys", async () => {
    const person = userEvent.setup();
    const chosen: string[] = [];
    renderInShell(
      <ViewTabs
        views={[
          { id: "all", label: "All", count: 24 },
          { id: "links", label: "Links" },
        ]}
        selected="all"
        onSelect={(id) => chosen.push(id)}
      />,
    );
    await person.tab();
    await person.keyboard("{ArrowRight}");
    expect(chosen).toEqual(["links"]);
  });

  it("fade where more of them are, also when they come later than the row", () => {
    const width = jest.spyOn(Element.prototype, "scrollWidth", "get").mockImplementation(function (this: Element) {
      return this.childElementCount * 100;
    });
    const room = jest.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(150);
    const tabs = (ids: string[]) => (
      <ViewTabs views={ids.map((id) => ({ id, label: id }))} selected="all" onSelect={() => {}} />
    );
    const { rerender } = render(tabs(["all"]));
    expect(screen.getByRole("tablist")).not.toHaveAttribute("data-after");
    rerender(tabs(["all", "notes", "tasks"]));
    expect(screen.getByRole("tablist")).toHaveAttribute("data-after");
    const pages = ["rules", "rates"].map((id) => ({ path: `/${id}`, label: id }));
    renderInShell(<AreaTabs label="Finance" pages={pages} />);
    expect(screen.getByRole("navigation", { name: "Finance" })).toHaveAttribute("data-after");
    width.mockRestore();
    room.mockRestore();
  });
});

describe("defaults", () => {
  it("carries the default labels where nothing else is said [shell.labels]", () => {
    renderInShell(
      <>
        <EmptyState />
        <RowSkeleton rows={1} />
        <Pager of="items" page={0} pageSize={10} total={25} onChange={() => {}} />
        <Pager of="rows" page={0} pageSize={10} total={25} onChange={() => {}} />
        <EmptyState sentence={labels.noMatch} />
      </>,
    );
    expect(screen.getByText("No data available")).toBeVisible();
    expect(screen.getByRole("status", { name: "Loading..." })).toBeInTheDocument();
    expect(screen.getByText("Items per page:")).toBeVisible();
    expect(screen.getByText("Rows per page:")).toBeVisible();
    expect(screen.getByText("No matching records found")).toBeVisible();
  });

  it("has the breakpoints of the specification [shell.breakpoints]", () => {
    expect(breakpoints).toEqual({ sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 });
  });

  it("lays overlays at 2000 [shell.overlay-z]", () => {
    expect(zIndex.overlay).toBe(2000);
  });

  it("is light when nothing is chosen, and its primary colour is teal in both themes [shell.theme]", () => {
    expect(mockShell().preferences.get().theme).toBe("light");
    expect(lightTheme.colorBrandBackground).toBe("#0A7873");
    expect(darkTheme.colorBrandBackground).toBe("#56B8B1");
  });

  it("says what failed and offers to try again", async () => {
    const retry = jest.fn();
    renderInShell(<ErrorState error={new Error("The list could not be read.")} onRetry={retry} />);
    expect(screen.getByRole("alert")).toHaveTextContent("The list could not be read.");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(retry).toHaveBeenCalled();
  });
});
