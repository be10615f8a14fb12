import { readFileSync } from "node:fs";
import path from "node:path";
import { renderInShell } from "@tessera/shell-api/testing";
import { screen } from "@testing-library/react";
import routes from "./routes.tsx";

const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../manifest.json"), "utf8")) as {
  routes: { path: string; within?: string }[];
};
const ID = "00000000-0000-4000-8000-000000000001";
/** Its own pages; a section of the settings is theirs. */
const pages = manifest.routes
  .filter(({ within }) => !within)
  .map(({ path }) => (path === "/agents/runs/compare" ? `${path}?one=${ID}&other=${ID}` : path.replace(/:\w+/g, ID)));
const NOT_HERE = "You are offline, and this is not on this device.";

/** A page on a device that has nothing of it, without a connection. */
function openOffline(address: string) {
  const asked: string[] = [];
  const view = renderInShell(routes, {
    path: address,
    http: async (path) => {
      asked.push(path.split("?")[0]!);
      throw Object.assign(new TypeError(NOT_HERE), { name: "OfflineError" });
    },
  });
  return { ...view, asked };
}

// The terminal is drawn by xterm, which jsdom has no canvas for; it says itself that there is no connection.
it.each(pages.filter((page) => page !== "/terminal-test"))(
  "%s says without a connection that it is not on this device, and is kept when it was read",
  async (address) => {
    const { asked, shell } = openOffline(address);
    expect((await screen.findAllByText(NOT_HERE, { exact: false }))[0]).toBeVisible();
    expect(screen.queryByRole("status", { name: /^Loading/ })).toBeNull();
    const kept = shell.offline.areas.get("agents")?.keep?.map(({ path }) => path);
    expect(kept).toEqual(expect.arrayContaining(asked.map((one) => one.replaceAll(ID, ":id"))));
  },
);
