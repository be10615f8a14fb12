import type { Decoder, RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { RecogniserFields } from "./recogniser-fields.tsx";

const HERE = { providerId: null, model: null, language: null };
const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });

/** The fields on a server that has these models. @returns what is chosen, the last one last */
function open(decoder: Pick<Decoder, "model" | "base">): RecogniserChoice[] {
  const chosen: RecogniserChoice[] = [HERE];
  function Fields() {
    const [choice, setChoice] = useState<RecogniserChoice>(HERE);
    const change = (next: RecogniserChoice) => {
      chosen.push(next);
      setChoice(next);
    };
    return <RecogniserFields choice={choice} onChange={change} onLeave={() => undefined} />;
  }
  renderInShell(<Fields />, {
    http: async (path) => json(path.endsWith("/decoder") ? { ffmpeg: null, ...decoder } : { items: [] }),
  });
  return chosen;
}
const field = () => screen.findByLabelText<HTMLSelectElement>("Model");

it("has the installation's model until a person chooses another one, and says what that takes", async () => {
  const chosen = open({ model: "moonshine-tiny", base: "when-wanted" });
  const model = await field();
  expect(model).toHaveDisplayValue("As the installation has it: Moonshine tiny");
  expect(screen.queryByText(/114 MB/)).toBeNull();
  fireEvent.change(model, { target: { value: "moonshine-base" } });
  expect(await screen.findByText(/The server first fetches this model, once: 114 MB/)).toBeVisible();
  expect(chosen.at(-1)).toEqual({ ...HERE, model: "moonshine-base" });
  fireEvent.change(model, { target: { value: "" } });
  await waitFor(() => expect(screen.queryByText(/114 MB/)).toBeNull());
  expect(chosen.at(-1)).toEqual(HERE);
});

it.each([
  ["there", null],
  ["unavailable", /could not fetch this model.*Moonshine tiny is used instead/],
] as const)("says of the larger model that is %s what happens with it", async (base, words) => {
  open({ model: "moonshine-tiny", base });
  const model = await field();
  fireEvent.change(model, { target: { value: "moonshine-base" } });
  await waitFor(() => expect(model).toHaveValue("moonshine-base"));
  if (words) expect(screen.getByText(words)).toBeVisible();
  else expect(screen.queryByText(/fetch/)).toBeNull();
});
