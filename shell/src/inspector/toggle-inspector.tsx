import type { Services } from "../services.ts";
import { Inspector } from "./inspector.tsx";

/** Shows the inspector over the page, or takes it away. */
export function toggleInspector({ inspector }: Pick<Services, "inspector">): void {
  const close = () => inspector.set(null);
  if (inspector.get() === null) inspector.set(<Inspector onClose={close} />);
  else close();
}
