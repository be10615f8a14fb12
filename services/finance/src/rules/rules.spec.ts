import type { financeClient } from "@tessera/contracts-finance/client.ts";
import type { NewRule } from "@tessera/contracts-finance/rules.ts";
import { fileOf, type Line, ofx } from "../testing/bank-file.ts";
import { runningFinance } from "../testing/finance-world.ts";

type Finance = ReturnType<typeof financeClient>;

const world = runningFinance();

const key = () => crypto.randomUUID();
const LINES: Line[] = [
  { day: "2026-11-03", amount: "-12.50", payee: "REWE SAGT DANKE 4711", id: "a1" },
  { day: "2026-11-04", amount: "-30.00", payee: "Rewe Markt", id: "a2" },
  { day: "2026-11-05", amount: "-980.00", payee: "Landlord", id: "a3" },
];

async function withBooks() {
  const { userId, finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const named = async (name: string) => (await finance.createCategory({ name }, key())).category.id;
  const bring = async (lines = LINES) => {
    const { id } = await finance.readFile(fileOf(ofx(lines), "november.ofx"), key());
    return finance.commit(id, { statements: [{ statement: 0, accountId: account.id }] }, key());
  };
  return { userId, finance, account, food: await named("Food"), home: await named("Home"), bring };
}

/** Payee and category of each transaction, oldest first. */
const shown = async (finance: Finance) =>
  (await finance.transactions({ limit: 200 })).items
    .map(({ payee, splits, tags, note }) => [payee?.name, ...splits.map(({ categoryId }) => categoryId), ...tags, note])
    .toReversed();

const rewe = (food: string): NewRule => ({
  ...{ name: "Rewe", condition: { field: "bank", is: "contains", value: "rewe" } },
  actions: [{ payee: "Rewe" }, { category: food }],
});

test("rules run when a file comes in, and the history says which rule set which field", async () => {
  const { finance, food, bring } = await withBooks();
  const { rule } = await finance.createRule(rewe(food), key());
  const done = await bring();
  expect(await shown(finance)).toEqual([
    ["Rewe", food, null],
    ["Rewe", food, null],
    ["Landlord", null, null],
  ]);
  const { items } = await finance.transactions({ q: "4711" });
  const history = await finance.history(items[0]!.id);
  expect(history.items).toMatchObject([{ act: { id: done.act, of: "import" }, did: "created" }]);
  expect(history.items[0]!.rules).toEqual([
    { field: "category", id: rule.id, name: "Rewe", version: 1 },
    { field: "payee", id: rule.id, name: "Rewe", version: 1 },
  ]);
  await finance.undo(done.act);
  expect(await shown(finance)).toEqual([]);
});

test("a trial says what a rule would change and contradict, and writes nothing", async () => {
  const { finance, food, home, bring } = await withBooks();
  await bring();
  const [own] = (await finance.transactions({ q: "Markt" })).items;
  await finance.changeTransaction(own!.id, own!.version, { categoryId: home });
  const before = await shown(finance);
  const draft: NewRule = {
    name: "Rewe",
    condition: { field: "bank", is: "contains", value: "rewe" },
    actions: [{ category: food }],
  };
  const tried = await finance.tryRule({ draft });
  expect(tried).toMatchObject({ looked: 3, met: 2, changes: 1, contradicts: 1 });
  expect(tried.items.map(({ transaction, ...touched }) => [transaction.payeeText, touched])).toEqual([
    ["Rewe Markt", { changes: [], contradicts: ["category"] }],
    ["REWE SAGT DANKE 4711", { changes: ["category"], contradicts: [] }],
  ]);
  expect(await shown(finance)).toEqual(before);
});

test("a run over the past leaves what a person set, and is undone as one act", async () => {
  const { finance, food, home, bring } = await withBooks();
  await bring();
  const [own] = (await finance.transactions({ q: "Markt" })).items;
  await finance.changeTransaction(own!.id, own!.version, { categoryId: home });
  const before = await shown(finance);
  await finance.createRule(rewe(food), key());
  const ran = await finance.runRules({}, key());
  expect(ran).toMatchObject({ changed: 2, kept: 1 });
  expect(await shown(finance)).toEqual([
    ["Rewe", food, null],
    ["Rewe", home, null],
    ["Landlord", null, null],
  ]);
  expect((await finance.acts()).items[0]).toMatchObject({ words: "Run all rules: 2 transactions changed", of: "run" });
  expect(await finance.runRules({}, key())).toMatchObject({ changed: 0, kept: 1 });
  await finance.undo(ran.act);
  expect(await shown(finance)).toEqual(before);
});

test("a run of one rule writes what that rule sets, as all of them decide", async () => {
  const { finance, food, home, bring } = await withBooks();
  await bring();
  const broad: NewRule = {
    ...{ name: "All", condition: { field: "direction", is: "is", value: "out" } },
    actions: [{ category: home }, { addTags: ["seen"] }],
  };
  const { rule } = await finance.createRule(broad, key());
  const exact: NewRule = {
    ...{
      name: "Rent",
      condition: {
        all: [
          { field: "payee", is: "is", value: "LANDLORD" },
          { field: "amount", is: "is", value: 98000 },
        ],
      },
    },
    actions: [
      {
        split: [
          { percent: 33, categoryId: home },
          { percent: 67, categoryId: food },
        ],
      },
    ],
  };
  await finance.createRule(exact, key());
  expect((await finance.rules()).items.map(({ name, specificity }) => [name, specificity])).toEqual([
    ["All", 20],
    ["Rent", 40],
  ]);
  expect(await finance.runRules({ rule: rule.id }, key())).toMatchObject({ changed: 3 });
  expect(await shown(finance)).toEqual([
    ["REWE SAGT DANKE 4711", home, "seen", null],
    ["Rewe Markt", home, "seen", null],
    ["Landlord", null, "seen", null],
  ]);
  await finance.runRules({}, key());
  const [rent] = (await finance.transactions({ q: "Landlord" })).items;
  expect(rent!.splits).toMatchObject([
    { amount: -32340, categoryId: home },
    { amount: -65660, categoryId: food },
  ]);
});

test("rules fill what a person leaves out of a new transaction, and nothing else", async () => {
  const { finance, account, food, home } = await withBooks();
  const rule: NewRule = {
    name: "Coop",
    condition: { field: "payee", is: "is", value: "coop" },
    actions: [{ category: food }],
  };
  await finance.createRule(rule, key());
  const add = async (more: object) =>
    (
      await finance.createTransaction(
        { accountId: account.id, date: "2026-11-20", amount: -5, payee: "Coop", ...more },
        key(),
      )
    ).transaction.splits[0]!.categoryId;
  expect(await add({})).toBe(food);
  expect(await add({ categoryId: home })).toBe(home);
});

test("what a rule set is no person's: not in a new transaction, and not after the person's own act was undone", async () => {
  const { finance, account, food, home } = await withBooks();
  const coop = (category: string): NewRule => ({
    ...{ name: "Coop", condition: { field: "payee", is: "is", value: "coop" }, actions: [{ category }] },
  });
  const add = async () =>
    (
      await finance.createTransaction(
        { accountId: account.id, date: "2026-11-20", amount: -5, payee: "Coop", tags: ["own"] },
        key(),
      )
    ).transaction;
  const { rule } = await finance.createRule(coop(home), key());
  await add();
  await finance.changeRule(rule.id, 1, { actions: [{ category: food }] });
  expect(await finance.runRules({}, key())).toMatchObject({ changed: 1, kept: 0 });
  await finance.deleteRule(rule.id, 2);
  for (const isUndone of [false, false, true]) {
    const { id, version } = await add();
    const { act } = await finance.changeTransaction(id, version, { categoryId: food });
    if (isUndone) await finance.undo(act);
  }
  const again = await finance.createRule(coop(food), key());
  expect(await finance.runRules({}, key())).toMatchObject({ changed: 1 });
  await finance.deleteRule(again.rule.id, 1);
  expect((await finance.ruleSuggestions()).items).toEqual([]);
});

test("each save is a version, an older one can be saved again, and a rule of a deleted category says so", async () => {
  const { finance, food, bring } = await withBooks();
  const { rule } = await finance.createRule(rewe(food), key());
  const changed = await finance.changeRule(rule.id, 1, { name: "Supermarket", stage: "pre" });
  expect(changed.rule).toMatchObject({ name: "Supermarket", stage: "pre", version: 2 });
  await expect(finance.changeRule(rule.id, 1, { name: "Late" })).rejects.toMatchObject({ status: 412 });
  const versions = (await finance.ruleVersions(rule.id)).items;
  expect(versions.map(({ version, name }) => [version, name])).toEqual([
    [2, "Supermarket"],
    [1, "Rewe"],
  ]);
  const { version: _, at: __, ...first } = versions[1]!;
  expect((await finance.changeRule(rule.id, 2, first)).rule).toMatchObject({ name: "Rewe", stage: null, version: 3 });
  await finance.deleteCategory(food, 1);
  expect((await finance.rules()).items[0]!.fault).toBe("Its category was deleted. Choose another one.");
  expect((await bring()).import.created).toBe(3);
  expect((await shown(finance))[0]).toEqual(["REWE SAGT DANKE 4711", null, null]);
});

test("adding, changing and deleting a rule can be undone", async () => {
  const { finance, food } = await withBooks();
  const names = async () => (await finance.rules()).items.map(({ name }) => name);
  const { rule, act } = await finance.createRule(rewe(food), key());
  const changed = await finance.changeRule(rule.id, 1, { name: "Other" });
  await finance.undo(changed.act);
  expect(await names()).toEqual(["Rewe"]);
  const removed = await finance.deleteRule(rule.id, (await finance.rules()).items[0]!.version);
  expect(await names()).toEqual([]);
  await finance.undo(removed.act);
  expect(await names()).toEqual(["Rewe"]);
  await finance.undo(act);
  expect(await names()).toEqual([]);
});

test("what cannot run is refused with a sentence", async () => {
  const { finance, food } = await withBooks();
  const create = (more: Partial<NewRule>) => finance.createRule({ ...rewe(food), ...more }, key());
  await expect(create({ condition: { field: "amount", is: "contains", value: "5" } })).rejects.toMatchObject({
    ...{ status: 400, code: "rule_unusable" },
    message: "The rule was not saved. “amount” cannot be compared like that.",
  });
  const shares = [
    { percent: 50, categoryId: food },
    { percent: 40, categoryId: null },
  ];
  await expect(create({ actions: [{ split: shares }] })).rejects.toMatchObject({ code: "rule_unusable" });
  await expect(create({ actions: [{ category: crypto.randomUUID() }] })).rejects.toMatchObject({ status: 404 });
  expect((await finance.rules()).items).toEqual([]);
});

test("all rules together have no more patterns than are made in a moment, also those that are tried", async () => {
  const { finance, food } = await withBooks();
  const of = (pattern: string): Partial<NewRule> => ({
    condition: { field: "bank", is: "contains", value: `~/${pattern}/` },
  });
  const five = (name: string): Partial<NewRule> => ({
    condition: { any: [0, 1, 2, 3, 4].map((at) => ({ field: "bank", is: "contains", value: `~/${name} ${at}/` })) },
  });
  const create = (more: Partial<NewRule>) => finance.createRule({ ...rewe(food), ...more }, key());
  for (let rule = 0; rule < 20; rule += 1) await create(five(`shop ${rule}`));
  const refused = { status: 400, code: "rule_unusable", message: expect.stringContaining("at most 100 patterns") };
  await expect(create(of("rewe"))).rejects.toMatchObject(refused);
  await expect(finance.tryRule({ id: null, draft: { ...rewe(food), ...of("rewe") } })).rejects.toMatchObject(refused);
  const { rule } = await create({});
  await expect(finance.changeRule(rule.id, rule.version, of("rewe"))).rejects.toMatchObject(refused);
  const [first] = (await finance.rules()).items.filter(({ condition }) => "any" in condition);
  await finance.changeRule(first!.id, first!.version, five("others"));
});

test("three equal decisions of a person suggest a rule; a refusal is remembered, a rule ends the suggestion", async () => {
  const { finance, account, food, home } = await withBooks();
  const add = async (payee: string, categoryId: string) => {
    const made = await finance.createTransaction(
      { accountId: account.id, date: "2026-11-20", amount: -5, payee },
      key(),
    );
    return finance.changeTransaction(made.transaction.id, made.transaction.version, { categoryId });
  };
  for (const payee of ["Coop", "Coop", "Rema", "Rema", "Rema"]) await add(payee, food);
  await add("Mixed", food);
  await add("Mixed", home);
  await add("Mixed", food);
  const names = async () => (await finance.ruleSuggestions()).items.map(({ payee, times }) => [payee.name, times]);
  expect(await names()).toEqual([["Rema", 3]]);
  const third = await add("Coop", food);
  expect(await names()).toEqual([
    ["Coop", 3],
    ["Rema", 3],
  ]);
  await finance.undo(third.act);
  expect(await names()).toEqual([["Rema", 3]]);
  const [rema] = (await finance.ruleSuggestions()).items;
  const refused = await finance.refuseSuggestion({ payeeId: rema!.payee.id, categoryId: rema!.categoryId }, key());
  expect(await names()).toEqual([]);
  await finance.undo(refused.act);
  expect(await names()).toEqual([["Rema", 3]]);
  await finance.createRule(
    { name: "Rema", condition: { field: "payee", is: "is", value: "Rema" }, actions: [{ category: food }] },
    key(),
  );
  expect(await names()).toEqual([]);
});

test("nobody reads, tries or runs another person's rules", async () => {
  const { finance, food } = await withBooks();
  const { rule } = await finance.createRule(rewe(food), key());
  const { finance: other } = await withBooks();
  expect((await other.rules()).items).toEqual([]);
  await expect(other.ruleVersions(rule.id)).rejects.toMatchObject({ status: 404 });
  await expect(other.runRules({ rule: rule.id }, key())).rejects.toMatchObject({ status: 404, code: "rule_not_found" });
  await expect(other.deleteRule(rule.id, 1)).rejects.toMatchObject({ status: 404 });
  await expect(other.tryRule({ draft: rewe(food) })).rejects.toMatchObject({ code: "category_not_found" });
});
