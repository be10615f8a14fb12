import { type QueueKindView, useKeys } from "@tessera/shell-api";
import { Keycap, Section } from "@tessera/ui";
import { Facts } from "../detail-parts.tsx";
import { FirstSteps } from "./first-steps.tsx";

/** The keys that a new person learns first: lines of the map, in a word. */
const keys = [
  ["palette", "Search"],
  ["items.capture", "Capture"],
  ["next", "Next row"],
  ["previous", "Previous row"],
  ["select", "Select"],
  ["undo", "Undo"],
  ["shortcuts", "All keys"],
] as const;

function Keys() {
  const keyOf = useKeys();
  const known = keys.flatMap(([line, does]) => {
    const key = keyOf(line);
    return key ? [[does, <Keycap key={line}>{key}</Keycap>] as const] : [];
  });
  return (
    <Section title="Keys">
      <Facts rows={known} />
    </Section>
  );
}

/** What a new person does first, and the keys to do it with. */
const view: QueueKindView = { Detail: FirstSteps, Context: Keys };
export default view;
