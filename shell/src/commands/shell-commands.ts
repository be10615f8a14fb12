import { type Command, shell } from "@tessera/shell-api";
import type { Services } from "../services.ts";
import { runModule } from "./run-module.ts";

/** Shows which app drew what, or hides it again. */
async function inspect(services: Services): Promise<void> {
  const { toggleInspector } = await import(/* webpackChunkName: "inspector" */ "../inspector/toggle-inspector.tsx");
  toggleInspector(services);
}

/** Ends the session of this browser; a failure is said. */
export const signOut = ({ notices }: Pick<Services, "notices">): Promise<void> =>
  shell()
    .auth.signOut("local")
    .catch((error: Error) => notices.show({ intent: "error", message: `You are still signed in: ${error.message}` }));

/** Commands of the shell itself, and what manifests offer. A remote's code replaces one by registering its id. */
export function shellCommands(services: Services, go: (path: string) => void): Command[] {
  const { composition, config, overlay, preferences, notices } = services;
  const setTheme = (theme: "light" | "dark" | "system") =>
    preferences
      .update({ theme })
      .catch((error: Error) => notices.show({ intent: "error", message: `The theme was not saved: ${error.message}` }));
  const own: Command[] = [
    {
      id: "shell.palette",
      title: "Search and commands",
      act: "palette",
      hidden: true,
      run: () => overlay.set("palette"),
    },
    { id: "shell.shortcuts", title: "Keyboard shortcuts", act: "shortcuts", run: () => overlay.set("shortcuts") },
    { id: "shell.sign-out", title: "Sign out", group: "Account", run: () => signOut(services) },
    { id: "shell.theme-light", title: "Use the light theme", group: "Appearance", run: () => setTheme("light") },
    { id: "shell.theme-dark", title: "Use the dark theme", group: "Appearance", run: () => setTheme("dark") },
    { id: "shell.theme-system", title: "Use the system’s theme", group: "Appearance", run: () => setTheme("system") },
  ];
  if (config.inspector)
    own.push({ id: "shell.inspect", title: "Inspect this page", act: "inspect", run: () => inspect(services) });
  const apps = [composition.shell, ...composition.remotes];
  // The palette offers these as pages already.
  const areas = new Set(apps.flatMap((app) => app.navigation.map((entry) => entry.path)));
  const places = apps.flatMap((app) =>
    app.commands.map(
      ({ id, title, keys, path, module, opensDialog, takesText }): Command => ({
        id,
        title,
        keys,
        group: app.title,
        hidden: areas.has(path),
        opensDialog,
        run: module === undefined ? () => go(path) : () => runModule(services, app.name, module),
        withText: module && takesText ? (text) => runModule(services, app.name, module, text) : undefined,
      }),
    ),
  );
  return [...own, ...places];
}
