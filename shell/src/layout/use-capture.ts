import { useSyncExternalStore } from "react";
import { useServices } from "../services.ts";

/** Runs the command that a remote contributes for capturing, the first of all by order; null while none does. */
export function useCapture(): (() => void) | null {
  const { commands, composition, notices } = useServices();
  useSyncExternalStore(commands.commands.subscribe, commands.commands.get);
  const [first] = composition.remotes
    .flatMap(({ contributes }) => contributes.capture ?? [])
    .sort((a, b) => a.order - b.order);
  const command = first && commands.find(first.command);
  if (!command) return null;
  return () => {
    Promise.resolve(command.run()).catch((error: Error) => notices.show({ intent: "error", message: error.message }));
  };
}
