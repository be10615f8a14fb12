import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { answerWith, clearCookies, startShell } from "../testing/start-shell.tsx";

const change = {
  kind: "factor_added",
  changed_at: "2026-11-20T09:00:00.000Z",
  until: "2026-11-27T09:00:00.000Z",
  email: "ines@halvorsen.example",
  takes: ["password", "code"],
};
const refusal = (status: number, code: string) => () => Response.json({ code, message: "Refused" }, { status });
const person = userEvent.setup();

/** Opens what the mail leads to. */
function arrive(answers: Parameters<typeof answerWith>[0], hash = "#token=mailed") {
  history.replaceState(null, "", `/undo${hash}`);
  const asked = answerWith({ "/auth/v1/undo/look": () => Response.json(change), ...answers });
  startShell("/undo");
  return (path: string) =>
    asked.mock.calls
      .filter(([input]) => String(input).endsWith(path))
      .map(([, init]) => JSON.parse(String(init?.body)) as unknown);
}

beforeEach(clearCookies);
afterEach(() => history.replaceState(null, "", "/"));

describe("the page that undoes a change", () => {
  it("says what is undone, takes the password until it is right, and undoes nothing before", async () => {
    let tries = 0;
    const asked = arrive({
      "/auth/v1/undo": () => {
        tries += 1;
        return tries === 1
          ? refusal(400, "invalid_credentials")()
          : Response.json({ email: change.email, password: "kept" });
      },
    });
    expect(await screen.findByRole("heading", { name: "Turn two-step verification off?" })).toBeVisible();
    expect(asked("/undo")).toEqual([]);
    await person.type(screen.getByLabelText("Your password"), "wrong{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("This password is wrong.");
    await person.clear(screen.getByLabelText("Your password"));
    await person.type(screen.getByLabelText("Your password"), "right{Enter}");
    expect(await screen.findByRole("heading", { name: "The change is undone" })).toBeVisible();
    expect(asked("/undo").at(-1)).toEqual({ token: "mailed", password: "right" });
    expect(location.hash).toBe("");
  });

  it("takes a mailed code instead", async () => {
    const asked = arrive({
      "/auth/v1/undo/code": () => new Response(null, { status: 204 }),
      "/auth/v1/undo": () => Response.json({ email: change.email, password: "void" }),
    });
    await person.click(await screen.findByRole("button", { name: "Use an emailed code instead" }));
    await person.click(screen.getByRole("button", { name: "Send the code" }));
    await person.type(await screen.findByLabelText("Six-digit code"), "123456{Enter}");
    expect(await screen.findByText(/use it to choose a new password/)).toBeVisible();
    expect(asked("/undo")).toEqual([{ token: "mailed", code: "123456" }]);
  });

  it("says when there is nothing to undo any more", async () => {
    arrive({ "/auth/v1/undo/look": refusal(403, "otp_expired") });
    expect(await screen.findByRole("heading", { name: "There is nothing to undo here" })).toBeVisible();
  });

  it("says so where the address carries no link", async () => {
    const asked = arrive({}, "");
    expect(await screen.findByRole("heading", { name: "There is nothing to undo here" })).toBeVisible();
    expect(asked("/undo/look")).toEqual([]);
  });

  it("offers another try when the server does not answer", async () => {
    let down = true;
    arrive({
      "/auth/v1/undo/look": () => {
        if (down) throw new TypeError("Failed to fetch");
        return Response.json(change);
      },
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("The server cannot be reached.");
    down = false;
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Turn two-step verification off?" })).toBeVisible();
  });
});
