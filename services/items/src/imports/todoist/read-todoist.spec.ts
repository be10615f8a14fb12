import { formatOf } from "../file-format.ts";
import { dueOfText } from "./due-of-text.ts";
import { readTodoist, type TodoistEntry } from "./read-todoist.ts";

/** A Thursday. */
const from = { now: "2026-11-26T12:00:00.000Z", timeZone: "Europe/Berlin" };
const read = (file: string) => readTodoist({ value: from, blobs: [Buffer.from(file)] }).value;
const tasks = (entries: TodoistEntry[] | null) => entries!.flatMap((one) => ("task" in one ? [one.task] : []));
const troubles = (entries: TodoistEntry[] | null) =>
  entries!.flatMap((one) => ("task" in one ? [] : [`${one.entry}: ${one.message}`]));

const HEAD = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE";
/** As an export has it: behind a byte order mark, in CRLF, with an empty row after each block. */
const EXPORT = `\uFEFF${[
  `${HEAD},DURATION,DURATION_UNIT`,
  "meta,view_style=list,,,,,,,,,,",
  ",,,,,,,,,,,",
  'task,"Pay the rent, and the garage @home @money","To the new account:\r\nDE02 ""Haus""",1,1,Ines (101),,every 3 months,en,Europe/Berlin,,',
  "note,Receipt comes by mail,,,,Ines (101),,,,,,",
  "section,Trips / 2026,,,,,,,,,,",
  "task,Pack for Strasbourg,,2,1,Ines (101),,2026-12-04 09:30,en,America/New_York,,",
  "task,passport,In the drawer,4,2,Ines (101),,,en,Europe/Berlin,,",
  "task,tickets,,4,3,Ines (101),,tomorrow,en,Europe/Berlin,,",
  'note,"Plan [[file {""file_name"":""plan.pdf"",""file_url"":""https://files.example/plan.pdf""}]]",,,,Ines (101),,,,,,',
  "task,Water the plants,,3,1,Ines (101),,every! 3 days at 8:00,en,Europe/Berlin,,",
  "task,Usual,,4,1,Ines (101),,,en,Europe/Berlin,,",
].join("\r\n")}\r\n`;

describe("a project that Todoist exported", () => {
  it("is distinguished from bookmarks by its first columns", () => {
    const format = (text: string) => formatOf("project.csv", Buffer.from(text));
    expect(format(EXPORT)).toBe("todoist");
    expect(format("TYPE,CONTENT,PRIORITY\n")).toBe("todoist");
    expect(format('"TYPE";"CONTENT";"PRIORITY"\n')).toBe("todoist");
    expect(format("url,title,type,content\n")).toBe("csv");
  });

  it("becomes tasks with priority, labels and section, day, rhythm, steps and notes", () => {
    const entries = read(EXPORT);
    expect(troubles(entries)).toEqual([]);
    expect(tasks(entries)).toEqual([
      {
        title: "Pay the rent, and the garage",
        body: 'To the new account:\nDE02 "Haus"\n\nReceipt comes by mail',
        tags: ["home", "money"],
        priority: "high",
        steps: [],
        due: { dueAt: "2026-11-25T23:00:00.000Z", dueDay: "2026-11-26", repeat: { every: 3, unit: "month" } },
      },
      {
        title: "Pack for Strasbourg",
        body: "passport: In the drawer\n\nPlan [plan.pdf](https://files.example/plan.pdf)",
        tags: ["Trips / 2026"],
        priority: "medium",
        steps: ["passport", "› tickets (tomorrow)"],
        due: { dueAt: "2026-12-04T14:30:00.000Z" },
      },
      {
        title: "Water the plants",
        body: "",
        tags: ["Trips / 2026"],
        priority: "low",
        steps: [],
        due: { dueAt: "2026-11-26T07:00:00.000Z", repeat: { every: 3, unit: "day", after: "completion" } },
      },
      { title: "Usual", body: "", tags: ["Trips / 2026"], priority: "none", steps: [], due: null },
    ]);
  });

  it("says in the text of a step what it has no field for", () => {
    const file = [
      `${HEAD},DURATION,DURATION_UNIT`,
      "task,Move,,4,1,,,,,,,",
      "task,Pack,,1,2,,,,,,15,minute",
      "task,Books,,4,3,,,,,,,",
      "task,Novels,,3,4,,,,,,,",
    ].join("\n");
    expect(troubles(read(file))).toEqual([]);
    expect(tasks(read(file))[0]!.steps).toEqual([
      "Pack (15 minutes, high priority)",
      "› Books",
      "› › Novels (low priority)",
    ]);
  });

  it("keeps the tasks after a quotation mark that is never closed", () => {
    const file = [
      HEAD,
      'task,"Buy bread,,4,1,,,,en,',
      "task,Milk,,4,1,,,,en,",
      'task,Eggs,"a ""few""",4,1,,,,en,',
    ].join("\r\n");
    expect(troubles(read(file))).toEqual([]);
    expect(tasks(read(file)).map(({ title, body }) => [title, body])).toEqual([
      ["Buy bread", ""],
      ["Milk", ""],
      ["Eggs", 'a "few"'],
    ]);
    const cut = [HEAD, "task,Milk,,4,1,,,,en,", 'task,"Eggs'].join("\n");
    expect(tasks(read(cut)).map(({ title }) => title)).toEqual(["Milk"]);
    expect(troubles(read(cut))).toEqual(['Row 3, task,"Eggs: A quotation mark in this row is never closed']);
  });

  it("keeps who is responsible, how long it takes and by when it must be done", () => {
    const file = [
      `${HEAD},DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG`,
      "task,Paint,,4,1,Ines (101),Ben Ode (102),tomorrow 9:00,en,Europe/Berlin,90,minute,2026-12-24,en",
      "task,frame,,4,2,Ines (101),Cleo (103),,en,Europe/Berlin,,,4 December,en",
      "task,Tax,,4,1,Ines (101),,,en,Europe/Berlin,1,day,4. Dezember,de",
      "task,None,,4,1,Ines (101),,,en,Europe/Berlin,None,None,,",
    ].join("\n");
    expect(troubles(read(file))).toEqual([]);
    expect(tasks(read(file))).toMatchObject([
      {
        title: "Paint",
        body: "Responsible: Ben Ode\n\nDuration: 90 minutes\n\nDeadline: 2026-12-24",
        steps: ["frame (4 December, Cleo)"],
        due: { dueAt: "2026-11-27T08:00:00.000Z" },
      },
      { body: "Duration: 1 day\n\nDeadline: 4. Dezember", due: { dueDay: "2026-12-04" } },
      { title: "None", body: "", due: null },
    ]);
  });

  it.each([
    [
      "de",
      "jeden Freitag um 9:00",
      { repeat: { every: 1, unit: "week", weekday: 5 }, dueAt: "2026-11-27T08:00:00.000Z" },
    ],
    ["de", "alle 3 Monate", { repeat: { every: 3, unit: "month" } }],
    ["de", "übermorgen", { dueDay: "2026-11-28" }],
    ["de", "24. Dezember 2026", { dueDay: "2026-12-24" }],
    ["fr", "tous les jours à 9h", { repeat: { every: 1, unit: "day" }, dueAt: "2026-11-26T08:00:00.000Z" }],
    ["fr", "le 4 décembre", { dueDay: "2026-12-04" }],
    ["es", "cada lunes", { repeat: { every: 1, unit: "week", weekday: 1 } }],
    ["es", "4 de diciembre", { dueDay: "2026-12-04" }],
    ["it", "domani alle 14:30", { dueAt: "2026-11-27T13:30:00.000Z" }],
    ["nl", "elke dinsdag", { repeat: { every: 1, unit: "week", weekday: 2 } }],
    ["pt", "toda segunda-feira", { repeat: { every: 1, unit: "week", weekday: 1 } }],
    ["en", "tomorrow", { dueDay: "2026-11-27" }],
    ["de", "tomorrow", { dueDay: "2026-11-27" }],
    ["de", "wenn es passt", null],
    ["xx", "jeden Tag", null],
  ])("reads a date in the language that the row names: %s “%s”", (language, date, due) => {
    const [task] = tasks(read(`${HEAD}\ntask,Call,,4,1,,,${date},${language},Europe/Berlin\n`));
    if (due) expect(task!.due).toMatchObject(due);
    else expect([task!.due, task!.body]).toEqual([null, `Date: ${date}`]);
  });

  it("reads the older form, without description and time zone", () => {
    const file =
      "TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG\ntask,Call,1,1,Ines (1),,every Friday,en\n";
    expect(tasks(read(file))).toEqual([
      expect.objectContaining({
        title: "Call",
        priority: "high",
        due: expect.objectContaining({ dueDay: "2026-11-27" }),
      }),
    ]);
  });

  it("reports bad rows and keeps the others", () => {
    const entries = read(
      [
        HEAD,
        "note,Of nothing,,,,,,,,",
        "task,Good,,1,1,,,,,",
        "task,,,1,1,,,,,",
        "task,Its child,,4,2,,,,,",
        "habit,Run,,,,,,,,",
        "task,Odd,,9,x,,,every blue moon,en,",
        ",Lost,,,,,,,,",
      ].join("\n"),
    );
    expect(tasks(entries).map(({ title, body, priority, due }) => [title, body, priority, due])).toEqual([
      ["Good", "", "high", null],
      ["Its child", "", "none", null],
      ["Odd", "Date: every blue moon", "none", null],
    ]);
    expect(troubles(entries)).toEqual([
      "Row 2, Of nothing: The note belongs to no task",
      "Row 4: The task has no name",
      "Row 6, Run: Rows of the type “habit” are not known",
      "Row 7, Odd: Its priority “9” is none of 1 to 4: the task has none",
      "Row 7, Odd: Its date “every blue moon” is not understood: it stands in the text of the card",
      "Row 8, Lost: It has no type",
    ]);
  });

  it("respects the limits of a card", () => {
    const long = "x".repeat(501);
    const rows = Array.from({ length: 201 }, (_, at) => `task,step ${at},,4,2,,,,,`);
    const [task, other] = tasks(
      read([HEAD, `task,${long},,4,1,,,,,`, ...rows, `task,Other,${"y".repeat(500_001)},4,1,,,,,`].join("\n")),
    );
    expect(task).toMatchObject({ title: expect.stringMatching(/^x{499}…$/), body: `${long}\n\n- [ ] step 200` });
    expect(task!.steps).toHaveLength(200);
    expect(other).toBeUndefined();
  });

  it("returns null without Todoist's columns", () => {
    expect(read("url,title\nhttps://a.example/,A")).toBeNull();
    expect(read("")).toBeNull();
  });
});

it.each([
  ["today", { dueDay: "2026-11-26" }],
  ["4 December", { dueDay: "2026-12-04" }],
  ["Dec 4 2027", { dueDay: "2027-12-04" }],
  ["every day", { repeat: { every: 1, unit: "day" }, dueDay: "2026-11-26" }],
  ["every Friday at 9:00", { repeat: { every: 1, unit: "week", weekday: 5 }, dueAt: "2026-11-27T08:00:00.000Z" }],
  ["every day 9am", { repeat: { every: 1, unit: "day" }, dueAt: "2026-11-26T08:00:00.000Z" }],
  ["every Friday 14:30", { repeat: { every: 1, unit: "week", weekday: 5 }, dueAt: "2026-11-27T13:30:00.000Z" }],
  ["every day 9 guests", null],
  ["every month starting 2026-12-15", { repeat: { every: 1, unit: "month" }, dueDay: "2026-12-15" }],
  ["jeden Tag", null],
  ["every day until next year", null],
  ["p1", null],
  ["#today", null],
])("reads the date “%s” completely or not at all", (text, fields) => {
  const due = dueOfText(text, { now: new Date(from.now), timeZone: from.timeZone });
  if (fields) expect(due).toMatchObject(fields);
  else expect(due).toBeNull();
});
