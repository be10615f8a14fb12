import { type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { useRef, useState } from "react";
import { Choice } from "./choice.tsx";
import { ChoiceLines } from "./choice-lines.tsx";
import { DateField } from "./dates/date-field.tsx";
import { DayField } from "./dates/day-field.tsx";
import { SearchField } from "./search-field.tsx";
import { Keycap } from "./small.tsx";
import { WordsInput } from "./words-input.tsx";

export default { title: "ui/Fields" } satisfies Meta;

const nothing = () => {};
const LINES = [
  [
    { id: "hour", label: "In an hour" },
    { id: "evening", label: "This evening" },
  ],
  [{ id: "week", label: "Next week" }],
];
const keyOf = { hour: "1", evening: "2", week: "3" } as Record<string, string>;

function Search() {
  const [words, search] = useState("oak fronts");
  return <SearchField field={useRef(null)} label="Find cards" words={words} onChange={search} />;
}

function Density() {
  const [value, choose] = useState<"comfortable" | "compact">("comfortable");
  const options = [
    { value: "comfortable", label: "Comfortable" },
    { value: "compact", label: "Compact" },
  ] as const;
  return <Choice label="Density" value={value} options={options} onChange={choose} />;
}

export const Fields: StoryObj = {
  render: () => (
    <Parts>
      <Part name="Words">
        <Search />
        <WordsInput aria-label="Name" defaultValue="Kitchen" />
        <WordsInput aria-label="Empty" placeholder="A name" />
      </Part>
      <Part name="One of a few">
        <Density />
        <ChoiceLines groups={LINES} onChoose={nothing} detail={({ id }) => <Keycap>{keyOf[id]}</Keycap>} />
      </Part>
      <Part name="Days">
        <DayField label="From" value="2026-01-12" onChange={nothing} />
        <DateField label="Due" value={{ day: "2026-01-16", time: "09:00" }} onChange={nothing} />
        <DateField label="Until" value={null} onChange={nothing} problem="Choose a day that is still to come." />
      </Part>
    </Parts>
  ),
};
