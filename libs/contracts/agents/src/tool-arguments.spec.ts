import { TOOL_ARGUMENTS } from "./tool-arguments.ts";
import { AGENT_TOOLS } from "./tools.ts";

it("names what each tool is called with, as its schema has it", () => {
  expect(TOOL_ARGUMENTS).toEqual(
    Object.fromEntries(AGENT_TOOLS.map(({ name, schema }) => [name, Object.keys(schema.shape)])),
  );
});
