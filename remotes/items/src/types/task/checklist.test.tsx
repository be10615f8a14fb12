import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { onAnnounce } from "../../list/announce.ts";
import { card, type ItemsServer, startItemsServer } from "../../testing/items-server.ts";
import { openItems } from "../../testing/open-items.tsx";

let server: ItemsServer;
/** Of the task: what a test wrote is known in the next one, which needs a card of its own. */
let n = 0;
const steps = (...texts: string[]) => texts.map((text) => ({ text, done: false }));
const open = async (checklist = steps("a", "b", "c")) => {
  n += 1;
  server = await startItemsServer([card(n, { type: "task", data: { done: false, priority: "none", checklist } })]);
  const opened = await openItems(server, `/items/task/${card(n).id}`);
  const list = within(await screen.findByRole("list", { name: "Steps" }));
  return { ...opened, list, user: userEvent.setup() };
};
afterEach(() => server.stop());

const text = (at: number) => screen.getByRole("textbox", { name: `Step ${at}` });
const box = (name: string) => screen.getByRole("checkbox", { name });
const texts = () =>
  screen.queryAllByRole("textbox", { name: /^Step \d/ }).map((one) => (one as HTMLInputElement).value);
const stored = () =>
  (server.items.get(card(n).id)!.data.checklist as { text: string; done: boolean }[])
    .map((step) => step.text + (step.done ? "*" : ""))
    .join(" ");
const saves = () => server.log.filter((line) => line.startsWith("PATCH"));

describe("the checklist of a task by keyboard", () => {
  it("is one Tab stop, and arrow keys move between steps", async () => {
    const { user, list } = await open();
    expect(list.getAllByRole("checkbox").map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    box("a").focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(box("c")).toHaveFocus();
    expect(list.getAllByRole("textbox").map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
    await user.keyboard("{ArrowRight}{ArrowUp}");
    expect(text(2)).toHaveFocus();
    await user.keyboard("{Home}{ArrowLeft}");
    expect(box("b")).toHaveFocus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("textbox", { name: "New step" })).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(text(3)).toHaveFocus();
  });

  it("shows a long step whole, in a field of as many lines as it needs, and takes no line break", async () => {
    const { user } = await open(steps("Ask what the insurance pays, and whether a second opinion is worth the wait"));
    await user.click(text(1));
    await user.keyboard("{End}");
    await user.paste(" of\nthree weeks");
    expect(text(1)).toBeInstanceOf(HTMLTextAreaElement);
    expect(texts()).toEqual([
      "Ask what the insurance pays, and whether a second opinion is worth the wait of three weeks",
    ]);
  });

  it("ticks with Space, saves several ticks as one change, announces progress, and undoes each", async () => {
    const { user, run } = await open();
    const said: string[] = [];
    const end = onAnnounce((message) => said.push(message));
    box("a").focus();
    await user.keyboard(" {ArrowDown} ");
    expect(screen.getByRole("heading", { name: "Checklist, 2 of 3" })).toBeVisible();
    expect(said).toEqual(["1 of 3 done", "2 of 3 done"]);
    end();
    await waitFor(() => expect(stored()).toBe("a* b* c"));
    expect(saves()).toHaveLength(1);
    await run("items.undo");
    await waitFor(() => expect(stored()).toBe("a* b c"));
    box("a").focus();
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(stored()).toBe("a b c"));
  });

  it("adds a step below with Enter, and drops an empty one on Backspace or on leaving it", async () => {
    const { user } = await open();
    await user.click(text(1));
    await user.keyboard("{Enter}");
    expect(text(2)).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(texts()).toEqual(["a", "", "b", "c"]);
    await user.keyboard("new{Enter}{Backspace}");
    expect(text(2)).toHaveFocus();
    expect(texts()).toEqual(["a", "new", "b", "c"]);
    await user.keyboard("{Enter}{ArrowDown}");
    expect(text(3)).toHaveFocus();
    expect(texts()).toEqual(["a", "new", "b", "c"]);
    await user.keyboard("{Enter}{Escape}");
    await waitFor(() => expect(stored()).toBe("a new b c"));
    expect(screen.getByRole("article")).toHaveFocus();
  });

  it("drops an empty step when the card closes", async () => {
    const { user, router } = await open();
    await user.click(text(3));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(stored()).toBe("a b c "));
    await router.navigate("/items/task");
    await waitFor(() => expect(stored()).toBe("a b c"));
  });

  it("moves a step with Alt and an arrow key, keeps focus in it, and undoes the move", async () => {
    const { user } = await open();
    await user.click(text(1));
    await user.keyboard("{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{/Alt}");
    expect(texts()).toEqual(["b", "c", "a"]);
    expect(text(3)).toHaveFocus();
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(texts()).toEqual(["b", "a", "c"]));
    await user.click(text(2));
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}!");
    expect(texts()).toEqual(["a!", "b", "c"]);
  });

  it("offers undo for a removed step", async () => {
    const { user, shell } = await open();
    await user.click(screen.getByRole("button", { name: "Remove b" }));
    await waitFor(() => expect(stored()).toBe("a c"));
    expect(shell.shown.at(-1)?.message).toBe("Removed: “b”");
    await user.type(text(1), "!");
    await shell.shown.at(-1)?.action?.run();
    await waitFor(() => expect(stored()).toBe("a! b c"));
  });

  it("lists its keys in the keyboard map while focused", async () => {
    const { shell, run } = await open();
    const command = () => shell.registered.get("items.step-down");
    expect(command()?.when?.()).toBe(false);
    box("a").focus();
    expect(command()).toMatchObject({ title: "Move the step up or down", keys: "Alt+ArrowDown" });
    expect(command()?.when?.()).toBe(true);
    await run("items.step-down");
    expect(texts()).toEqual(["b", "a", "c"]);
  });

  it("says when it is full", async () => {
    await open(steps(...Array.from({ length: 200 }, (_, at) => `s${at}`)));
    expect(screen.getByText("A checklist holds 200 steps.")).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "New step" })).toBeNull();
    box("s0").focus();
    fireEvent.keyDown(box("s0"), { key: "Enter" });
    expect(texts()).toHaveLength(200);
  });
});

describe("a checklist that two devices change", () => {
  const changeElsewhere = (checklist: unknown[]) => {
    const item = server.items.get(card(n).id)!;
    server.items.set(item.id, { ...item, version: item.version + 1, data: { ...item.data, checklist } });
  };

  it("has the changes of both", async () => {
    const { user } = await open();
    await user.click(box("b"));
    changeElsewhere([{ text: "a", done: true }, ...steps("bread", "c", "d")]);
    await waitFor(() => expect(stored()).toBe("a* bread* c d"));
    expect(texts()).toEqual(["a", "bread", "c", "d"]);
  });

  it("keeps focus in the step that moved", async () => {
    const { user } = await open();
    await user.click(text(2));
    await user.keyboard("!");
    changeElsewhere(steps("first", "a", "b", "c"));
    await waitFor(() => expect(stored()).toBe("first a b! c"));
    await waitFor(() => expect(text(3)).toHaveFocus());
    await user.keyboard("?");
    expect(texts()).toEqual(["first", "a", "b!?", "c"]);
  });

  it("asks the person when both renamed a step", async () => {
    const { user } = await open();
    await user.type(text(2), "!");
    changeElsewhere(steps("a", "other", "c"));
    expect(await screen.findByText(/The checklist of this card was changed on another device/)).toBeVisible();
    expect(stored()).toBe("a other c");
    await user.click(screen.getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(stored()).toBe("a b! c"));
  });
});
