import { mockShell } from "@tessera/shell-api/testing";
import { ownContributions } from "../testing/contributions.ts";
import { keepDraft, readDraft } from "./capture-draft.ts";
import capture from "./open-capture.ts";

it("puts what was typed in the palette behind what was typed before", async () => {
  const shell = mockShell({ contributions: ownContributions() });
  shell.dialogs.open = async () => undefined;
  keepDraft({ ...readDraft(), text: "Flour" });
  await capture("Milk");
  expect(readDraft().text).toBe("Flour\nMilk");
  await capture();
  expect(readDraft().text).toBe("Flour\nMilk");
});
