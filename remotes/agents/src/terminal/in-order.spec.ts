import { InOrder } from "./in-order.ts";

function start() {
  const written: string[] = [];
  return { written, order: new InOrder((text) => void written.push(text)) };
}

it("writes at once what is there, and behind what comes later what was added behind it", async () => {
  const { written, order } = start();
  order.add("a");
  expect(written).toEqual(["a"]);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  order.add(first.promise);
  order.add("c");
  order.add(second.promise);
  second.resolve("d");
  await Promise.resolve();
  expect(written).toEqual(["a"]);
  first.resolve("b");
  await new Promise(setImmediate);
  expect(written).toEqual(["a", "b", "c", "d"]);
  order.add("e");
  expect(written.at(-1)).toBe("e");
});

it("forgets what waits when the screen is emptied, and not what is added then", async () => {
  const { written, order } = start();
  const late = Promise.withResolvers<string>();
  order.add(late.promise);
  order.add("behind it");
  order.drop();
  order.add("new");
  late.resolve("late");
  await new Promise(setImmediate);
  expect(written).toEqual(["new"]);
});
