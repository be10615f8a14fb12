import { render, screen } from "@testing-library/react";
import { TextChanges } from "./text-changes.tsx";

it("shows what comes back and what was written since, in the order of the text", () => {
  const { container } = render(
    <TextChanges before="Answer in plain words. Be brief." now="Answer in plain words. Be kind to all." label="Then" />,
  );
  expect(screen.getByRole("region", { name: "Then" })).toHaveAttribute("tabindex", "0");
  expect(container.querySelector("ins")).toHaveTextContent("brief.");
  expect(container.querySelector("del")).toHaveTextContent("kind to all.");
  expect(container).toHaveTextContent("Answer in plain words. Be kind to all. brief.");
});
