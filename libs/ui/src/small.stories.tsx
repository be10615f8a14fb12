import { hoursAgo, Line, type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { Mark } from "./mark.tsx";
import { MoneyText } from "./money-text.tsx";
import { RelativeTime } from "./relative-time.tsx";
import { Keycap, Pill, type Status, StatusText, Tag } from "./small.tsx";

export default { title: "ui/Small parts" } satisfies Meta;

const WORDS: Record<Status, string> = { ok: "Done", warn: "Late", bad: "Failed", run: "Running", idle: "Waiting" };
const statuses = Object.entries(WORDS) as [Status, string][];

export const SmallParts: StoryObj = {
  render: () => (
    <Parts>
      <Part name="Statuses">
        <Line>
          {statuses.map(([status, word]) => (
            <StatusText key={status} status={status}>
              {word}
            </StatusText>
          ))}
        </Line>
        <Line>
          {statuses.map(([status, word]) => (
            <Pill key={status} status={status}>
              {word}
            </Pill>
          ))}
        </Line>
      </Part>
      <Part name="Tags and keys">
        <Line>
          <Tag>home</Tag>
          <Tag>kitchen</Tag>
          <Tag>a tag that is longer than there is room for it</Tag>
        </Line>
        <Line>
          <Keycap always>c</Keycap>
          <Keycap always>Ctrl</Keycap>
          <Keycap always>Esc</Keycap>
        </Line>
      </Part>
      <Part name="Money and time">
        <Line>
          <MoneyText money={{ amount: 123_456, currency: "EUR" }} />
          <MoneyText money={{ amount: -41_260, currency: "USD" }} />
          <MoneyText money={{ amount: 1200, currency: "JPY" }} />
        </Line>
        <Line>
          {[0, 0.4, 5, 30, 800].map((hours) => (
            <RelativeTime key={hours} at={hoursAgo(hours)} />
          ))}
          <RelativeTime at={hoursAgo(5)} inSentence />
        </Line>
      </Part>
      <Part name="The mark">
        <Line>
          <Mark />
          <Mark size={40} />
        </Line>
      </Part>
    </Parts>
  ),
};
