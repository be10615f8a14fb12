/** What stories are written with. */
import type { RouteObject } from "@tessera/router";
import { mockContributions } from "@tessera/shell-api/testing";
import type { StoryObj } from "storybook-react-rsbuild";
import type { StoryShell } from "./in-gallery.tsx";

export type { Meta, StoryObj } from "storybook-react-rsbuild";
export { Dialog } from "./dialog.tsx";
export { Line, Part, Parts } from "./parts.tsx";

/** What manifests contribute, as they are read from their files. */
export const contributed = (manifests: readonly object[], load?: (owner: string, module: string) => Promise<unknown>) =>
  mockContributions(manifests as Parameters<typeof mockContributions>[0], load);

/** A moment before now, in ISO 8601. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** The nth id of a story. */
export const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A problem as services answer it (RFC 9457). */
export const problem = (status: number, code: string, detail: string) =>
  Response.json(
    { type: "about:blank", title: "Error", status, code, detail },
    { status, headers: { "content-type": "application/problem+json" } },
  );

/** A story of a page: a remote's routes at an address, with what the shell and the services answer. */
export const page = (pages: RouteObject[], shell: StoryShell): StoryObj => ({
  parameters: { shell: { ...shell, pages } satisfies StoryShell },
});
