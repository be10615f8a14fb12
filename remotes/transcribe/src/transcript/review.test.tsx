import { fireEvent, screen, waitFor } from "@testing-library/react";
import { openRecording, segment } from "../testing/open-recording.ts";

/** A recording in which three words are unsure. */
const openUnsure = () =>
  openRecording([
    segment(0, [
      ["Send", 0.9],
      ["me", 0.45],
    ]),
    segment(5000, [
      ["the", 0.9],
      ["coat", 0.2],
      ["Friday.", 0.3],
    ]),
  ]);
const field = () => screen.findByLabelText<HTMLInputElement>("What is said");

it("steps through the least certain words first, which are corrected or accepted by the keyboard alone", async () => {
  openUnsure();
  fireEvent.click(await screen.findByText("Unsure words (3)"));
  const input = await field();
  expect(input).toHaveFocus();
  expect(input).toHaveValue("coat");
  expect(screen.getByText(/^3 unsure words are left/)).toBeVisible();
  fireEvent.keyDown(input, { key: "ArrowDown" });
  await waitFor(() => expect(input).toHaveValue("Friday."));
  fireEvent.keyDown(input, { key: "ArrowUp" });
  await waitFor(() => expect(input).toHaveValue("coat"));
  fireEvent.change(input, { target: { value: "quote" } });
  expect(screen.getByText("Correct it")).toBeVisible();
  fireEvent.keyDown(input, { key: "Enter" });
  await waitFor(() => expect(input).toHaveValue("Friday."));
  expect(screen.getByText(/^2 unsure words are left/)).toBeVisible();
  expect(screen.getByText("quote")).toBeVisible();
  fireEvent.keyDown(input, { key: "Enter" });
  await waitFor(() => expect(input).toHaveValue("me"));
  expect(screen.getByText(/^1 unsure word is left/)).toBeVisible();
  fireEvent.keyDown(input, { key: "Enter" });
  expect(await screen.findByText("No unsure words are left.")).toBeVisible();
});

it("is closed by Escape, with nothing changed", async () => {
  openUnsure();
  fireEvent.click(await screen.findByText("Unsure words (3)"));
  fireEvent.keyDown(await field(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByLabelText("What is said")).toBeNull());
  expect(screen.getByText("Unsure words (3)")).toBeVisible();
});
