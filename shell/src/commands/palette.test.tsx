import { jest } from "@jest/globals";
import { isSingleKey, type KeyChoices, keyLabels } from "@tessera/shell-api";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler } from "react";
import { answerWith, clearCookies, rule, startShell, storeSession } from "../testing/start-shell.tsx";
import { bindKeys } from "./keys.ts";
import { Palette } from "./palette.tsx";
import { arranged, localEntries } from "./palette-entries.ts";
import { createCommandRegistry } from "./registry.ts";
import { shellCommands } from "./shell-commands.ts";

const pages = {
  rules: [rule("/queue"), rule("/items/:type")],
  routes: [{ path: "queue", Component: () => <p>The queue</p> }],
};

/** Nothing was chosen before. */
const unused = { weightOf: () => 0, note: () => undefined };
const plain = { weightOf: unused.weightOf, isCardOpen: false };

beforeEach(() => {
  clearCookies();
  storeSession();
  answerWith({});
});

describe("palette", () => {
  it("finds pages, commands and what sources know, and opens the active one with Enter", async () => {
    const { services, router } = startShell("/queue", pages);
    await screen.findByText("The queue");
    const run = jest.fn<() => void>();
    act(() => {
      services.commands.register([{ id: "x", title: "Archive the card", group: "On this card", run }]);
      services.commands.registerSource({
        id: "s",
        group: "Cards",
        search: async (query) => [{ id: "1", title: `Card about ${query}`, line: "Note", path: "/queue?card=1" }],
      });
      services.overlay.set("palette");
    });
    const field = screen.getByRole("combobox");
    expect(field).toHaveFocus();
    await userEvent.type(field, "archive");
    expect(screen.getByRole("option", { name: /Archive the card/ })).toHaveAttribute("aria-selected", "true");
    const command = screen.getByRole("option", { name: /Archive the card/ });
    const card = await screen.findByRole("option", { name: /Card about archive/ });
    expect(field).toHaveAttribute("aria-activedescendant", command.id);
    await userEvent.keyboard("{ArrowUp}");
    expect(field).toHaveAttribute("aria-activedescendant", card.id);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(run).toHaveBeenCalled();
    act(() => services.overlay.set("palette"));
    await userEvent.type(screen.getByRole("combobox"), "about");
    await screen.findByRole("option", { name: /Card about about/ });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.search).toBe("?card=1"));
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("puts first what the person chooses most, also of those that a query finds", async () => {
    const { services } = startShell("/queue", pages);
    await screen.findByText("The queue");
    const open = () => act(() => services.overlay.set("palette"));
    const titles = () => screen.getAllByRole("option").map(({ textContent }) => textContent?.replace("Enter", ""));
    const [first, second] = [jest.fn<() => void>(), jest.fn<() => void>()];
    act(() => {
      services.commands.register([
        { id: "a.first", title: "Zebra one", run: first },
        { id: "a.second", title: "Zebra two", run: second },
      ]);
    });
    open();
    await userEvent.type(screen.getByRole("combobox"), "zebra");
    expect(titles()).toEqual(["Zebra one", "Zebra two"]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(second).toHaveBeenCalled();
    open();
    expect(titles()[0]).toBe("Zebra two");
    expect(screen.getByText("Used most")).toBeInTheDocument();
    await userEvent.type(screen.getByRole("combobox"), "zebra");
    expect(titles()).toEqual(["Zebra two", "Zebra one"]);
  });

  it("puts the actions of an open card before all others", () => {
    const entry = (id: string, isOfPage: boolean) => ({ id, group: "", title: id, isOfPage, run: () => {} });
    const local = [entry("page:queue", false), entry("command:sign-out", false), entry("command:archive", true)];
    const weightOf = (id: string) => (id === "page:queue" ? 0 : 1);
    const ids = (isCardOpen: boolean) => arranged("", local, [], { weightOf, isCardOpen }).map(({ id }) => id);
    expect(ids(true)).toEqual(["command:archive", "command:sign-out", "page:queue"]);
    expect(ids(false)).toEqual(["command:sign-out", "command:archive", "page:queue"]);
  });

  it("puts the actions of an open card before those of its list, whichever was registered first", () => {
    const local = [
      { id: "page:archived", group: "Pages", title: "Archived", run: () => {} },
      ...[
        ["select-all", "This list", "Select all"],
        ["archive", "This card", "Archive"],
        ["undo", "This list", "Undo"],
        ["about", "This card", "About this card"],
      ].map(([id = "", group = "", title = ""]) => ({
        ...{ id, group, title, isOfPage: true, ofOpen: group === "This card", run: () => {} },
      })),
    ];
    const ids = (query: string, entries: typeof local, isCardOpen = true) =>
      arranged(query, entries, [], { weightOf: (id) => Number(id === "page:archived"), isCardOpen }).map(
        ({ id }) => id,
      );
    expect(ids("", local)).toEqual(["archive", "about", "select-all", "undo", "page:archived"]);
    expect(ids("", local.toReversed())).toEqual(["about", "archive", "undo", "select-all", "page:archived"]);
    // Of what begins as the query does, also before what is chosen more often; not where no card is open.
    expect(ids("archive", local.slice(0, 3))[0]).toBe("archive");
    expect(ids("archive", local.slice(0, 3), false)[0]).toBe("page:archived");
  });

  it("does what a source found to do, and does not go to its page", async () => {
    const { services, router } = startShell("/queue", pages);
    await screen.findByText("The queue");
    const run = jest.fn<() => void>();
    act(() => {
      services.commands.registerSource({
        ...{ id: "s", group: "This list" },
        search: async (query) => [{ id: "1", title: `Snooze until ${query}`, path: "/queue?x=1", run }],
      });
      services.overlay.set("palette");
    });
    await userEvent.type(screen.getByRole("combobox"), "monday");
    await screen.findByRole("option", { name: /Snooze until monday/ });
    await userEvent.keyboard("{Enter}");
    expect(run).toHaveBeenCalled();
    expect(router.state.location.search).toBe("");
  });

  it("offers a command that takes text with any text, below what was found, and not before", async () => {
    const { services } = startShell("/queue", pages);
    await screen.findByText("The queue");
    const withText = jest.fn<(text: string) => void>();
    const run = jest.fn<() => void>();
    const search = async (query: string) =>
      query === "milk" ? [{ id: "1", title: "Milk", path: "/queue?card=1" }] : [];
    act(() => {
      services.commands.register([{ id: "ask", title: "Ask my cards", run, withText }]);
      services.commands.registerSource({ id: "s", group: "Cards", search });
      services.overlay.set("palette");
    });
    const texts = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
    await userEvent.type(screen.getByRole("combobox"), "milk");
    expect(screen.queryByRole("option", { name: /Ask my cards/ })).toBeNull();
    await screen.findByRole("option", { name: /^Ask my cards/ });
    expect(texts()).toEqual(["MilkEnter", "Ask my cards: “milk”"]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(withText.mock.calls).toEqual([["milk"]]);
    act(() => services.overlay.set("palette"));
    await userEvent.type(screen.getByRole("combobox"), "ask my");
    await userEvent.keyboard("{Enter}");
    expect([run.mock.calls.length, withText.mock.calls.length]).toEqual([1, 1]);
  });

  const alone = { pages: [], sources: [], used: unused, isCardOpen: false, go: () => {}, fail: () => {} };

  it("draws the field first and then its rows, once for each letter", () => {
    const drawn = jest.fn();
    const commands = ["Import mails", "Mark as read"].map((title) => ({ id: title, title, run: () => {} }));
    render(
      <Profiler id="palette" onRender={drawn}>
        <Palette commands={commands} {...alone} onClose={() => {}} />
      </Profiler>,
    );
    drawn.mockClear();
    const field = screen.getByRole("combobox");
    const selected = () => screen.getByRole("option", { selected: true }).textContent;
    let before: unknown[] = [];
    act(() => {
      fireEvent.change(field, { target: { value: "m" } });
      before = [drawn.mock.calls.length, screen.getByRole<HTMLInputElement>("combobox").value, selected()];
    });
    expect(before).toEqual([1, "m", "Import mailsEnter"]);
    expect([drawn.mock.calls.length, selected()]).toEqual([2, "Mark as readEnter"]);
  });

  it("takes keys for what was typed, also before its rows are drawn", () => {
    const [first, second] = [jest.fn<() => void>(), jest.fn<() => void>()];
    const commands = [
      { id: "import", title: "Import mails", run: () => {} },
      { id: "first", title: "Zebra one", run: first },
      { id: "second", title: "Zebra two", run: second },
    ];
    render(<Palette commands={commands} {...alone} onClose={() => {}} />);
    const field = screen.getByRole("combobox");
    const typeAndPress = (value: string, key: string) =>
      act(() => {
        fireEvent.change(field, { target: { value } });
        fireEvent.keyDown(field, { key });
      });
    typeAndPress("zebra", "Enter");
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
    typeAndPress("zeb", "ArrowDown");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Zebra two");
    fireEvent.keyDown(field, { key: "Enter" });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it("draws the rows that can be seen, the others once the list is moved, and begins at its top with each query", () => {
    const commands = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, title: `Run ${at}`, run: () => {} }));
    render(<Palette commands={commands} {...alone} onClose={() => {}} />);
    const field = screen.getByRole("combobox");
    const drawn = () => screen.getAllByRole("option").length;
    expect(drawn()).toBe(12);
    fireEvent.keyDown(field, { key: "ArrowUp" });
    expect([drawn(), screen.getByRole("option", { selected: true }).textContent]).toEqual([60, "Run 59Enter"]);
    fireEvent.keyDown(field, { key: "ArrowDown" });
    expect(drawn()).toBe(12);
    const list = screen.getByRole("listbox");
    list.scrollTop = 40;
    fireEvent.scroll(list);
    expect(drawn()).toBe(60);
    fireEvent.change(field, { target: { value: "run" } });
    expect(list.scrollTop).toBe(0);
  });

  it("shows what is found below what is there at once, so that nothing moves", async () => {
    const { services } = startShell("/queue", pages);
    await screen.findByText("The queue");
    const answer = Promise.withResolvers<void>();
    const commands = ["Import mails", "Mark as read", "Open mail"].map((title) => ({
      id: title,
      title,
      run: () => {},
    }));
    act(() => {
      services.commands.register(commands);
      services.commands.registerSource({
        id: "s",
        group: "Cards",
        search: async (query) => {
          if (query) await answer.promise;
          return [{ id: "1", title: query ? "A mail" : "Changed last", path: "/queue?card=1" }];
        },
      });
      services.overlay.set("palette");
    });
    await screen.findByRole("option", { name: /Changed last/ });
    await userEvent.type(screen.getByRole("combobox"), "mail");
    const shown = () => screen.getAllByRole("option").map((option) => option.textContent?.replace("Enter", ""));
    expect(shown()).toEqual(["Import mails", "Open mail"]);
    await act(async () => answer.resolve());
    await screen.findByRole("option", { name: /A mail/ });
    expect(shown()).toEqual(["Import mails", "Open mail", "A mail"]);
  });

  it("finds a command by other words that its manifest says, and draws what is found by its kind", async () => {
    const capture = {
      ...{ id: "items.capture", title: "Capture", words: "Create a new card", path: "/items/inbox?open=capture" },
    };
    const { services, container } = startShell("/queue", { ...pages, commands: [capture] });
    await screen.findByText("The queue");
    act(() => {
      services.commands.offer(shellCommands(services, () => {}));
      services.commands.registerSource({
        id: "s",
        group: "Cards",
        search: async () => [{ id: "1", title: "Create a garden", path: "/queue?card=1", icon: "M1 1h9v9" }],
      });
      services.overlay.set("palette");
    });
    await userEvent.type(screen.getByRole("combobox"), "create");
    const drawn = (name: RegExp) => screen.getByRole("option", { name }).querySelector("path")?.getAttribute("d");
    await screen.findByRole("option", { name: /Create a garden/ });
    expect(drawn(/Capture/)).toBe("M0 0h20v20");
    expect(drawn(/Create a garden/)).toBe("M1 1h9v9");
    expect(container).toBeInTheDocument();
  });

  it("signs out", async () => {
    const { services } = startShell("/queue", pages);
    await screen.findByText("The queue");
    const names = shellCommands(services, () => {}).map(({ title }) => title);
    expect(names).toContain("Sign out");
  });

  it("has the best match first in a group that begins as the query does", () => {
    const entry = (id: string, group: string, title: string) => ({ id, group, title, run: () => {} });
    const local = [
      entry("a", "Actions", "Unarchive"),
      entry("b", "Actions", "Go to archive"),
      entry("c", "Card", "Archive"),
    ];
    expect(arranged("archive", local, [], plain).map(({ title }) => title)).toEqual([
      "Archive",
      "Go to archive",
      "Unarchive",
    ]);
    const many = Array.from({ length: 20 }, (_, n) => entry(`${n}`, "Actions", `Archive ${n}`));
    expect(arranged("archive", many, [entry("found", "Cards", "Archive of Aarhus")], plain)).toHaveLength(9);
  });

  it("finds an area by its name, and by what the command says that leads there", () => {
    const inbox = { id: "items", title: "Items", path: "/items/inbox", icon: { regular: "" }, also: "Open the inbox" };
    const found = (query: string) => localEntries(query, [], [inbox], () => {}).map(({ title }) => title);
    expect([found("items"), found("inbox"), found("queue")]).toEqual([["Items"], ["Items"], []]);
  });

  it("forgives one slip of a finger in a word, where nothing is written so", () => {
    const page = (title: string) => ({ id: title, title, path: `/${title}`, icon: { regular: "" } });
    const commands = ["Archive", "Import bookmarks"].map((title) => ({ id: title, title, run: () => {} }));
    const found = (query: string) =>
      localEntries(query, commands, [page("Settings"), page("Billing")], () => {}).map(({ title }) => title);
    expect(["setings", "settigns", "settimgs", "setttings"].map(found)).toEqual(Array(4).fill(["Settings"]));
    expect([found("bookmraks"), found("archvie")]).toEqual([["Import bookmarks"], ["Archive"]]);
    expect([found("inb"), found("xettings"), found("setnigs")]).toEqual([[], [], []]);
  });

  it("closes with Escape and gives the focus back", async () => {
    const { services } = startShell("/queue", pages);
    const search = await screen.findByRole("button", { name: /Search, or jump/ });
    await userEvent.click(search);
    expect(services.overlay.get()).toBe("palette");
    await userEvent.keyboard("{Escape}");
    expect(services.overlay.get()).toBeNull();
    await waitFor(() => expect(search).toHaveFocus());
  });
});

describe("the sheet of shortcuts", () => {
  it("names what several keys do once, with all of them", async () => {
    const { services } = startShell("/queue", pages);
    await screen.findByText("The queue");
    const run = () => {};
    act(() => {
      services.commands.register([
        { id: "undo", title: "Undo", group: "Here", keys: "z", run },
        { id: "undo-key", title: "Undo", group: "Here", keys: "$mod+z", run },
      ]);
      services.overlay.set("shortcuts");
    });
    const here = within(screen.getByRole("region", { name: "Here" }));
    expect(here.getAllByText("Undo")).toHaveLength(1);
    expect(here.getByText("Undo").parentElement).toHaveTextContent("Undoz or CtrlZ");
  });
});

describe("keys", () => {
  function bind(single = true, chosen: KeyChoices = {}) {
    const registry = createCommandRegistry();
    const run = jest.fn<() => void>();
    registry.register([{ id: "archive", title: "Archive", keys: "e", run }]);
    const stop = bindKeys({
      commands: registry.commands.get,
      singleKeys: () => single,
      chosen: () => chosen,
      blocked: () => false,
      fail: () => {},
    });
    return { registry, run, stop };
  }

  it("run a command, but not while a person types, and not when switched off", async () => {
    const { run, stop } = bind();
    await userEvent.keyboard("e");
    expect(run).toHaveBeenCalledTimes(1);
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    await userEvent.keyboard("e");
    expect(run).toHaveBeenCalledTimes(1);
    expect(field.value).toBe("e");
    field.remove();
    stop();
    const off = bind(false);
    await userEvent.keyboard("e");
    expect(off.run).not.toHaveBeenCalled();
    off.stop();
  });

  it("belong to the command registered last, until it is gone", async () => {
    const { registry, run, stop } = bind();
    const later = jest.fn<() => void>();
    const forget = registry.register([{ id: "archive", title: "Archive this one", keys: "e", run: later }]);
    await userEvent.keyboard("e");
    expect(later).toHaveBeenCalledTimes(1);
    forget();
    await userEvent.keyboard("e");
    expect(run).toHaveBeenCalledTimes(1);
    stop();
  });

  it("complete a chord, or do nothing when they complete none", async () => {
    const { registry, run, stop } = bind();
    const inbox = jest.fn<() => void>();
    registry.register([{ id: "inbox", title: "Open the inbox", keys: "g i", run: inbox }]);
    const list = jest.fn<(event: KeyboardEvent) => void>();
    document.body.addEventListener("keydown", list);
    await userEvent.keyboard("ge");
    expect(run).not.toHaveBeenCalled();
    expect(list.mock.calls.map(([event]) => event.key)).toEqual(["g"]);
    await userEvent.keyboard("i");
    expect(inbox).not.toHaveBeenCalled();
    await userEvent.keyboard("g");
    // What is registered meanwhile ends no chord.
    registry.register([{ id: "later", title: "Move to Later", keys: "l", run }]);
    await userEvent.keyboard("i");
    expect(inbox).toHaveBeenCalledTimes(1);
    await userEvent.keyboard("e");
    expect(run).toHaveBeenCalledTimes(1);
    document.body.removeEventListener("keydown", list);
    stop();
  });

  it("wait a second for the rest of a chord", async () => {
    const { registry, run, stop } = bind();
    registry.register([{ id: "inbox", title: "Open the inbox", keys: "g i", run: () => {} }]);
    const start = performance.now();
    const now = jest.spyOn(performance, "now").mockReturnValue(start);
    await userEvent.keyboard("g");
    now.mockReturnValue(start + 1001);
    await userEvent.keyboard("e");
    now.mockRestore();
    expect(run).toHaveBeenCalledTimes(1);
    stop();
  });

  it("that edit text are those of the field while a person types", async () => {
    const { registry, stop } = bind();
    const undo = jest.fn<() => void>();
    const search = jest.fn<() => void>();
    registry.register([
      { id: "undo", title: "Undo", keys: "$mod+z", run: undo },
      { id: "search", title: "Search", keys: "$mod+k", run: search },
    ]);
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(undo).toHaveBeenCalledTimes(1);
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    await userEvent.keyboard("{Control>}zk{/Control}");
    expect([undo.mock.calls.length, search.mock.calls.length]).toEqual([1, 1]);
    field.remove();
    stop();
  });

  it("are named as they are printed", () => {
    expect(keyLabels("$mod+k")).toEqual(["Ctrl", "K"]);
    expect(keyLabels("g i")).toEqual(["g", "i"]);
    expect(keyLabels("Shift+?")).toEqual(["?"]);
    expect(isSingleKey("g i")).toBe(true);
    expect(isSingleKey("$mod+k")).toBe(false);
  });
});
