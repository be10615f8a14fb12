import type { StartContext } from "@tessera/federation/page.ts";
import { type ComponentType, type ReactNode, useEffect } from "react";

/** Says that its content is on the screen: what throws or never ends while it is drawn is never committed, so no effect of it runs. */
export function Drawn({ app, drawn, children }: { app: string; drawn: StartContext["drawn"]; children: ReactNode }) {
  useEffect(() => {
    drawn(app);
  }, [drawn, app]);
  return children;
}

/** Loads modules; the page of a settings section is reported when it is drawn, as routes are. */
export function sectionsDrawn({
  composition,
  loadModule,
  drawn,
}: Pick<StartContext, "composition" | "loadModule" | "drawn">): StartContext["loadModule"] {
  const sections = new Set(
    composition.remotes.flatMap(({ name, contributes }) => (contributes.settings ?? []).map(({ module }) => `${name}/${module}`)),
  );
  return async <T,>(remote: string, module: string) => {
    const code = await loadModule<T>(remote, module);
    if (!sections.has(`${remote}/${module}`)) return code;
    const Section = code as ComponentType;
    const Reported = () => (
      <Drawn app={remote} drawn={drawn}>
        <Section />
      </Drawn>
    );
    return Reported as T;
  };
}
