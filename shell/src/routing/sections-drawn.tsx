import type { StartContext } from "@tessera/federation/page.ts";
import { type ComponentType, type ReactNode, useEffect } from "react";
import type { Failures } from "../stores/failures.ts";
import { Contained } from "./contained.tsx";

/** Says that its content is on the screen: what throws or never ends while it is drawn is never committed, so no effect of it runs. */
export function Drawn({ app, drawn, children }: { app: string; drawn: StartContext["drawn"]; children: ReactNode }) {
  useEffect(() => {
    drawn(app);
  }, [drawn, app]);
  return children;
}

/** Loads modules; the page of a settings section is reported when it is drawn and keeps its errors to itself, as routes do. */
export function sectionsDrawn(
  { composition, loadModule, drawn }: Pick<StartContext, "composition" | "loadModule" | "drawn">,
  failures: Failures,
): StartContext["loadModule"] {
  const sections = new Set(
    composition.remotes.flatMap(({ name, contributes }) => (contributes.settings ?? []).map(({ module }) => `${name}/${module}`)),
  );
  return async <T,>(remote: string, module: string) => {
    const code = await loadModule<T>(remote, module);
    if (!sections.has(`${remote}/${module}`)) return code;
    const Section = code as ComponentType;
    const Reported = () => (
      <Drawn app={remote} drawn={drawn}>
        <Contained app={remote} failures={failures}>
          <Section />
        </Contained>
      </Drawn>
    );
    return Reported as T;
  };
}
