import { mockShell, renderInShell } from "@tessera/shell-api/testing";
import { act } from "@testing-library/react";
import { keepSourceView } from "../editor/source-view.ts";
import { ownContributions } from "./contributions.ts";
import type { ItemsServer } from "./items-server.ts";

// Answers arrive over the network whenever they do, as for a person; React need not learn of each by act().
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});

/**
 * Opens the area at a path as the shell would: its routes are loaded once a shell is there, then rendered.
 * @param guard what each navigation waits for, as it waits for the shell's guards
 */
export async function openItems(
  server: ItemsServer,
  path: string,
  contributions = ownContributions(),
  guard?: () => Promise<void>,
) {
  // Texts are written in a plain field here: no editor of this size lives without layout. Journeys write in it.
  keepSourceView(true);
  mockShell({ http: server.http, contributions });
  const { default: routes } = await import("../routes.tsx");
  const loader = guard && (() => guard().then(() => null));
  const guarded = loader ? [{ loader, shouldRevalidate: () => true, children: routes }] : routes;
  const view = renderInShell(guarded, { path, http: server.http, contributions });
  /** Runs a command as its key would. */
  const run = (command: string) => act(() => view.shell.run(command));
  return { ...view, run };
}
