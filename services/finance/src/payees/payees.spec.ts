import { runningFinance } from "../testing/finance-world.ts";

const world = runningFinance();

const key = () => crypto.randomUUID();

async function withPayees() {
  const { finance } = await world.person();
  const { account } = await finance.createAccount({ name: "Daily", currency: "EUR" }, key());
  const add = async (payee: string, date = "2026-11-20") =>
    (await finance.createTransaction({ accountId: account.id, date, amount: -100, payee }, key())).transaction;
  const all = async (query: object = {}) => (await finance.payees(query)).items;
  const named = async (name: string) => (await all()).find((one) => one.name === name)!;
  return { finance, add, all, named };
}

/** Without versions: these grow. */
const plain = (items: readonly { version: number }[]) => items.map(({ version: _, ...rest }) => rest);

test("payees say how often and when they were used last, and are found by name or alias", async () => {
  const { finance, add, all, named } = await withPayees();
  await add("Corner Bakery", "2026-11-03");
  await add("Corner Bakery", "2026-11-01");
  await add("Landlord");
  const bakery = await named("Corner Bakery");
  await finance.changePayee(bakery.id, bakery.version, { name: "Bakery", aliases: ["POS 4711 BAKERY"] });
  expect(await all()).toMatchObject([
    { name: "Bakery", transactions: 2, newest: "2026-11-03", aliases: ["pos 4711 bakery", "corner bakery"] },
    { name: "Landlord", transactions: 1, newest: "2026-11-20" },
  ]);
  expect((await all({ q: "4711" })).map(({ name }) => name)).toEqual(["Bakery"]);
  expect(await finance.payees({ limit: 1 })).toMatchObject({ items: [{ name: "Bakery" }], total: 2 });
  expect(await finance.payees({ limit: 1, skip: 1 })).toMatchObject({ items: [{ name: "Landlord" }], total: 2 });
});

test("merged payees leave their transactions and names to one, which an undo takes back, and a redo does again", async () => {
  const { finance, add, all, named } = await withPayees();
  const first = await add("Bakery");
  const second = await add("Corner Bakery");
  await add("Bakery at the station");
  const [kept, corner, station] = [
    await named("Bakery"),
    await named("Corner Bakery"),
    await named("Bakery at the station"),
  ];
  const before = plain(await all());
  const merged = await finance.mergePayees({ into: kept.id, ids: [corner.id, station.id, kept.id] }, key());
  expect(merged).toMatchObject({ merged: 2, moved: 2, payee: { name: "Bakery", transactions: 3 } });
  expect(merged.payee.aliases.toSorted()).toEqual(["bakery at the station", "corner bakery"]);
  const after = plain(await all());
  expect(after).toHaveLength(1);
  expect((await finance.transaction(second.id)).payee).toEqual({ id: kept.id, name: "Bakery" });
  // What a bank writes from now on is known.
  expect((await add("CORNER BAKERY")).payee?.id).toBe(kept.id);
  await finance.undo((await finance.acts()).items[0]!.id);
  const undone = await finance.undo(merged.act);
  expect({ all: plain(await all()), kept: undone.kept }).toEqual({ all: before, kept: 0 });
  expect((await finance.transaction(first.id)).payee?.id).toBe(kept.id);
  await finance.undo(undone.act);
  expect(plain(await all())).toEqual(after);
});

test("rules follow a payee that is renamed or merged, and its undo", async () => {
  const { finance, add, named } = await withPayees();
  for (const name of ["Bakery", "Corner Bakery", "Landlord"]) await add(name);
  const { category } = await finance.createCategory({ name: "Food" }, key());
  const { rule } = await finance.createRule(
    {
      name: "Rolls",
      condition: {
        any: [
          { field: "payee", is: "is", value: "corner bakery" },
          { all: [{ field: "payee", is: "oneOf", value: ["Bakery", "Corner Bakery", "Kiosk"] }] },
          { field: "payee", is: "contains", value: "corner" },
          { field: "bank", is: "is", value: "Corner Bakery" },
        ],
      },
      actions: [{ category: category.id }, { payee: "Corner Bakery" }],
    },
    key(),
  );
  const [kept, gone] = [await named("Bakery"), await named("Corner Bakery")];
  const { act } = await finance.mergePayees({ into: kept.id, ids: [gone.id] }, key());
  const followed = {
    condition: {
      any: [
        { field: "payee", is: "is", value: "Bakery" },
        { all: [{ field: "payee", is: "oneOf", value: ["Bakery", "Kiosk"] }] },
        { field: "payee", is: "contains", value: "corner" },
        { field: "bank", is: "is", value: "Corner Bakery" },
      ],
    },
    actions: [{ category: category.id }, { payee: "Bakery" }],
  };
  expect((await finance.rules()).items).toMatchObject([followed]);
  expect((await finance.ruleVersions(rule.id)).items).toHaveLength(2);
  expect((await add("CORNER BAKERY")).splits).toMatchObject([{ categoryId: category.id }]);
  const again = await named("Bakery");
  await finance.changePayee(again.id, again.version, { name: "Baker" });
  expect((await finance.rules()).items[0]!.actions).toContainEqual({ payee: "Baker" });
  await finance.undo((await finance.acts()).items[0]!.id);
  await finance.undo(act);
  expect((await finance.rules()).items).toMatchObject([{ condition: rule.condition, actions: rule.actions }]);
});

test("only payees that no transaction has are deleted, and an undo brings them back", async () => {
  const { finance, add, all, named } = await withPayees();
  await add("Landlord");
  const { id } = await add("Once");
  await finance.bulk({ ids: [id], change: { payee: "Somebody" } }, key());
  await finance.bulk({ ids: [id], change: { payee: "Landlord" } }, key());
  expect((await all({ unused: "yes" })).map(({ name }) => name)).toEqual(["Once", "Somebody"]);
  const [landlord, once] = [await named("Landlord"), await named("Once")];
  const one = await finance.deletePayees({ ids: [landlord.id, once.id, key()] }, key());
  expect(one).toMatchObject({ deleted: 1, skipped: 2 });
  const rest = await finance.deletePayees({}, key());
  expect(rest).toMatchObject({ deleted: 1, skipped: 0 });
  expect((await all()).map(({ name }) => name)).toEqual(["Landlord"]);
  await finance.undo(rest.act);
  await finance.undo(one.act);
  expect((await all()).map(({ name }) => name).toSorted()).toEqual(["Landlord", "Once", "Somebody"]);
});

test("nobody merges or deletes payees of others, nor more names than one may have", async () => {
  const { finance, add, all, named } = await withPayees();
  await add("Landlord");
  await add("Bakery");
  const [landlord, bakery] = [await named("Landlord"), await named("Bakery")];
  const other = (await world.person()).finance;
  const merge = { into: landlord.id, ids: [bakery.id] };
  await expect(other.mergePayees(merge, key())).rejects.toMatchObject({ status: 404, code: "payee_not_found" });
  expect(await other.deletePayees({ ids: [bakery.id] }, key())).toMatchObject({ deleted: 0, skipped: 1 });
  await finance.changePayee(landlord.id, landlord.version, {
    aliases: Array.from({ length: 200 }, (_, n) => `Landlord ${n}`),
  });
  await expect(finance.mergePayees(merge, key())).rejects.toMatchObject({ status: 409, code: "too_many_aliases" });
  expect((await all()).map(({ name }) => name).toSorted()).toEqual(["Bakery", "Landlord"]);
});
