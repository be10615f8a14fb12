import { hoursAgo, type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { LogList, LogRow } from "./log-list.tsx";
import { Markdown } from "./markdown.tsx";
import { Pill } from "./small.tsx";
import { TextButton } from "./text-button.tsx";

export default { title: "ui/Texts" } satisfies Meta;

const nothing = () => {};
const TEXT = `# The kitchen

Oak fronts **suit** the room; seen in *Aarhus*. [The price list](https://example.org).

- worktop
- lamps

1. measure
2. order

- [x] call the carpenter
- [ ] send the quote

> Nothing is ordered before the floor is dry.

| Part | Price |
| --- | --: |
| Fronts | 1,840 |
| Worktop | 920 |

\`\`\`ts
const total = parts.reduce((sum, { price }) => sum + price, 0);
\`\`\`
`;

export const Texts: StoryObj = {
  render: () => (
    <Parts>
      <Part name="Markdown">
        <Markdown text={TEXT} onTick={nothing} />
      </Part>
      <Part name="Log">
        <LogList label="What happened">
          <LogRow at={hoursAgo(2)} subject="Items" text="Rolled out to half of all people">
            <Pill status="run">50%</Pill>
          </LogRow>
          <LogRow at={hoursAgo(26)} subject="Queue" text="Rolled back: more broken pages than before">
            <TextButton onClick={nothing}>Show</TextButton>
          </LogRow>
        </LogList>
      </Part>
    </Parts>
  ),
};
