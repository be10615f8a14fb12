import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { answerWith, startShell } from "../testing/start-shell.tsx";

const overrides = [{ app: "items", title: "Items", url: "http://localhost:5999/items/" }];

describe("the banner of an override", () => {
  it("names the app and its address in every layout, and gives the releases back with one click", async () => {
    const fetched = answerWith({ "/builds/override/clear": () => new Response(null, { status: 204 }) });
    const { left } = startShell("/login", { overrides });
    const banner = await screen.findByRole("region", { name: "Override" });
    expect(banner).toHaveTextContent("Only you see Items from http://localhost:5999/items/");
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(left).toEqual(["/"]));
    expect(fetched).toHaveBeenCalledWith("/builds/override/clear", { method: "POST" });
  });

  it("names a preview and its end, or why it is not there, and leaves it with one click", async () => {
    const fetched = answerWith({ "/builds/preview/clear": () => new Response(null, { status: 204 }) });
    const preview = { app: "items", title: "Items", version: "2.0.0", branch: "feature/list", shown: true };
    const until = "2026-12-01T12:00:00.000Z";
    const gone = { ...preview, title: "Queue", branch: null, shown: false };
    const previews = [preview, gone].map((one) => ({ ...one, until }));
    const { left } = startShell("/login", { previews });
    const banner = await screen.findByRole("region", { name: "Preview" });
    expect(banner).toHaveTextContent(/Preview of Items 2\.0\.0 \(feature\/list\), which only you see, until .*2026/);
    expect(banner).toHaveTextContent("The preview of Queue 2.0.0 cannot be shown beside what is live");
    await userEvent.click(screen.getByRole("button", { name: "Leave preview" }));
    await waitFor(() => expect(left).toEqual(["/"]));
    expect(fetched).toHaveBeenCalledWith("/builds/preview/clear", { method: "POST" });
  });

  it("says when it could not, and is not there for anybody else", async () => {
    answerWith({ "/builds/override/clear": () => new Response(null, { status: 503 }) });
    const { unmount } = startShell("/login", { overrides });
    await userEvent.click(await screen.findByRole("button", { name: "Clear" }));
    expect(await screen.findByText("The override was not cleared: the server answered 503")).toBeVisible();
    expect(screen.getByRole("button", { name: "Clear" })).toBeEnabled();
    unmount();
    startShell("/login");
    expect(await screen.findByLabelText("Email")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Override" })).toBeNull();
  });
});
