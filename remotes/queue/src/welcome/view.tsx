import type { QueueKindView } from "@tessera/shell-api";
import { Keycap, Section } from "@tessera/ui";
import { Facts } from "../detail-parts.tsx";
import { FirstSteps } from "./first-steps.tsx";

/** The keys that a new person learns first. */
const keys = [
  ["Ctrl K", "Search"],
  ["c", "Capture"],
  ["j", "Next row"],
  ["k", "Previous row"],
  ["x", "Select"],
  ["z", "Undo"],
  ["?", "All keys"],
] as const;

const Keys = () => (
  <Section title="Keys">
    <Facts rows={keys.map(([key, does]) => [does, <Keycap key={key}>{key}</Keycap>] as const)} />
  </Section>
);

/** What a new person does first, and the keys to do it with. */
const view: QueueKindView = { Detail: FirstSteps, Context: Keys };
export default view;
