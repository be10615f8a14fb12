import type { ItemCapture } from "@tessera/shell-api";

/** Anything: it waits to be sorted. */
const capture: ItemCapture = {
  recognise: () => 0.1,
  itemOf: (text, tags) => ({ type: "inbox", body: text.trim(), data: {}, tags }),
};
export default capture;
