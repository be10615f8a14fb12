import { tickTask } from "./tick-task.ts";

const text = "Plan\n\n- [ ] one\n  - [x] two\n\n```\n- [ ] code\n```\n> 1. [ ] three `- [ ] x`";

it.each([
  [0, "- [x] one"],
  [1, "  - [ ] two"],
  [2, "> 1. [x] three"],
])("ticks task %s and leaves the rest as it is", (task, line) => {
  const ticked = tickTask(text, task, 3);
  expect(ticked).toContain(line);
  expect(ticked).toHaveLength(text.length);
  expect(tickTask(ticked!, task, 3)).toBe(text);
});

it("ticks nothing where the reader sees other boxes than the text has", () => {
  expect(tickTask(text, 0, 4)).toBeNull();
  expect(tickTask("no tasks", 0, 1)).toBeNull();
});
