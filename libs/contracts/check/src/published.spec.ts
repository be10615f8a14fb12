import { areaNames, readArea } from "./areas.ts";
import { refusalsOf } from "./broken.ts";
import { definitionsOf, eventsOf, publishedShape, shapeOf, textOf } from "./shape.ts";

const areas = await Promise.all(areaNames().map(readArea));

describe.each(areas.map((area) => [area.name, area] as const))("the contract of %s", (name, area) => {
  it("keeps what its major version promised, and is published as it is", async () => {
    const [published, now] = [publishedShape(area), await shapeOf(area)];
    expect(refusalsOf(published, now)).toEqual([]);
    expect(published && textOf(published)).toBe(textOf(now)); // else: npm run contracts
  });

  it("names its events after itself, open to members that are not known yet", async () => {
    const { events } = await shapeOf(area);
    for (const topic of Object.keys(events))
      expect(topic).toMatch(new RegExp(`^${name === "core" ? "kit" : name}\\.[a-z-]+$`));
    for (const schema of Object.values(events)) expect(schema.additionalProperties).toBeUndefined();
  });
});

it("one code has one status, whichever contract names it", () => {
  const problems = areas.flatMap(definitionsOf);
  const statuses = new Map(problems.map(({ code, status }) => [code, status]));
  expect(problems.filter(({ code, status }) => statuses.get(code) !== status)).toEqual([]);
});

it("no topic is defined twice", () => {
  const topics = areas.flatMap(eventsOf).map(({ topic }) => topic);
  expect(topics).toEqual([...new Set(topics)]);
});
