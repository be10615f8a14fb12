import { jest } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PlainButton } from "./plain-button.tsx";

describe("a plain button", () => {
  it("sends a form only when it says so", async () => {
    const send = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
    render(
      <form onSubmit={send}>
        <PlainButton>Other</PlainButton>
        <PlainButton type="submit">Send</PlainButton>
      </form>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Other" }));
    expect(send).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("keeps the focus while it may not be used, and does nothing", async () => {
    const send = jest.fn();
    const click = jest.fn();
    render(
      <form onSubmit={send}>
        <PlainButton type="submit" disabledFocusable onClick={click}>
          Send
        </PlainButton>
      </form>,
    );
    await userEvent.tab();
    const button = screen.getByRole("button", { name: "Send" });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button);
    await userEvent.keyboard("{Enter}");
    expect(click).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  });
});
