import type { Command } from "@tessera/shell-api";
import type { Services } from "../services.ts";
import { runModule } from "./run-module.ts";

/** Commands of the shell itself, and what manifests offer. A remote's code replaces one by registering its id. */
export function shellCommands(services: Services, go: (path: string) => void): Command[] {
  const { composition, overlay, preferences, notices } = services;
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
    { id: "shell.theme-light", title: "Use the light theme", group: "Appearance", run: () => setTheme("light") },
    { id: "shell.theme-dark", title: "Use the dark theme", group: "Appearance", run: () => setTheme("dark") },
    { id: "shell.theme-system", title: "Use the system's theme", group: "Appearance", run: () => setTheme("system") },
  ];
  const apps = [composition.shell, ...composition.remotes];
  // The palette offers these as pages already.
  const areas = new Set(apps.flatMap((app) => app.navigation.map((entry) => entry.path)));
  const places = apps.flatMap((app) =>
    app.commands.map(
      ({ id, title, keys, path, module, opensDialog }): Command => ({
        id,
        title,
        keys,
        group: app.title,
        hidden: areas.has(path),
        opensDialog,
        run: module === undefined ? () => go(path) : () => runModule(services, app.name, module),
      }),
    ),
  );
  return [...own, ...places];
}
