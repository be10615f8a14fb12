import { randomUUID } from "node:crypto";
import type { ImportChoices, ImportSession } from "@tessera/contracts-items/items.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
async function imported(items: Items, content: string, choices: ImportChoices = {}): Promise<ImportSession> {
  const form = new FormData();
  form.append("files", new Blob([content]), "Home.csv");
  const { id } = await items.startImport(form, randomUUID(), undefined, choices);
  await world.jobsIdle();
  return items.importSession(id);
}

const FILE = [
  "\uFEFFTYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE",
  "section,Flat,,,,,,,,",
  'task,Pay the rent @money,"By transfer,\nto the new account",1,1,Ines (1),,every 3 months,en,Europe/Berlin',
  "task,look up the number,,4,2,Ines (1),,,en,Europe/Berlin",
  "task,Call,,4,1,Ines (1),,when the moon is blue,en,Europe/Berlin",
  "task,Call,,4,1,Ines (1),,,en,Europe/Berlin",
  "task,Call,,4,1,Ines (1),,,en,Europe/Berlin",
  "task,,,4,1,Ines (1),,,en,Europe/Berlin",
].join("\r\n");

it("imports a Todoist project as tasks, reports what it cannot read, and creates no duplicates", async () => {
  const { items } = await world.person({});
  const session = await imported(items, FILE, { tags: "todoist" });
  expect(session).toMatchObject({ contents: "tasks", state: "done", total: 6, created: 4, refused: 2 });
  expect(session.errors).toEqual([
    {
      entry: "Row 5, Call",
      message: "Its date “when the moon is blue” is not understood: it stands in the text of the card",
    },
    { entry: "Row 8", message: "The task has no name" },
  ]);
  const { items: rows } = await items.list({ type: "task" });
  expect(rows.map(({ title }) => title).sort()).toEqual(["Call", "Call", "Call", "Pay the rent"]);
  const rent = await items.get(rows.find(({ title }) => title === "Pay the rent")!.id);
  expect(rent).toMatchObject({
    body: "By transfer,\nto the new account",
    tags: ["money", "Flat", "todoist"],
    status: "later",
    source: "import:tasks",
    dueAt: expect.stringMatching(/T2[23]:00:00\.000Z$/),
    data: {
      done: false,
      priority: "high",
      checklist: [{ text: "look up the number", done: false }],
      repeat: { every: 3, unit: "month" },
      dueDay: expect.any(String),
    },
  });
  expect(rows.find(({ id }) => id === rent.id)!.line).toBe(
    "every 3 months · High priority · 0 of 1 steps · By transfer, to the new account",
  );
  // Completing it moves it on, as with any repeating task.
  const next = await items.update(rent.id, rent.version, { status: "done" });
  expect(next).toMatchObject({ status: "later" });
  expect(new Date(next.dueAt!) > new Date(rent.dueAt!)).toBe(true);
  expect(await imported(items, FILE)).toMatchObject({ created: 0, duplicates: 4, refused: 2 });
});

it("reports a project without tasks", async () => {
  const { items } = await world.person({});
  const session = await imported(items, "TYPE,CONTENT,PRIORITY,INDENT\n");
  expect(session).toMatchObject({ created: 0, refused: 1 });
  expect(session.errors).toEqual([{ entry: "Home.csv", message: "No tasks were found in this file" }]);
});
