import { render, screen } from "@testing-library/react";
import { Age } from "./age.tsx";

const now = new Date("2026-11-24T09:00:00");
const today = new Date("2026-11-24T00:00:00").toISOString();

it("counts hours to a time that is due, and none to a day", () => {
  render(<Age at={new Date("2026-11-24T18:00:00").toISOString()} now={now} isDue />);
  expect(screen.getByRole("time")).toHaveTextContent("in 9 h");
  const { container } = render(<Age at={today} now={now} isDue />);
  expect(container).toBeEmptyDOMElement();
  render(<Age at={today} now={now} />);
  expect(screen.getAllByRole("time")).toHaveLength(2);
});
