import { type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { CodeBlock } from "./code-block.tsx";

export default { title: "code/Code block" } satisfies Meta;

const TYPESCRIPT = `import { readFile } from "node:fs/promises";

/** Sum of what a list costs. */
export async function total(file: string): Promise<number> {
  const parts = JSON.parse(await readFile(file, "utf8")) as { price: number }[];
  return parts.reduce((sum, { price }) => sum + price, 0);
}
`;
const DIFF = `--- a/total.ts
+++ b/total.ts
@@ -3,2 +3,2 @@
-  return sum;
+  return Math.round(sum);
`;

export const Code: StoryObj = {
  render: () => (
    <Parts>
      <Part name="With numbers">
        <CodeBlock code={TYPESCRIPT} language="ts" lineNumbers />
      </Part>
      <Part name="In a light theme">
        <CodeBlock code={TYPESCRIPT} language="ts" theme="github-light-high-contrast" />
      </Part>
      <Part name="A difference">
        <CodeBlock code={DIFF} language="diff" />
      </Part>
      <Part name="Of no language">
        <CodeBlock code={"Two lines,\nwithout colours."} language="text" />
      </Part>
    </Parts>
  ),
};
