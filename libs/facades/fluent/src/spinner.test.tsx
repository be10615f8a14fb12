import { render, screen } from "@testing-library/react";
import { Spinner } from "./spinner.tsx";

it("is a progress bar with a name, or decoration: never a progress bar without one", () => {
  const { container, rerender } = render(<Spinner />);
  expect(container.firstElementChild).toHaveAttribute("aria-hidden", "true");
  expect(container.firstElementChild).not.toHaveAttribute("role");
  rerender(<Spinner aria-label="Loading" />);
  expect(screen.getByRole("progressbar", { name: "Loading" })).toBeInTheDocument();
  rerender(<Spinner label="Reading" />);
  expect(screen.getByRole("progressbar", { name: "Reading" })).toBeInTheDocument();
});
