import { useSyncExternalStore } from "react";
import { useServices } from "../services.ts";

/** Runs the command that a remote registers for capturing; null while none does. */
export function useCapture(): (() => void) | null {
  const { commands, notices } = useServices();
  useSyncExternalStore(commands.commands.subscribe, commands.commands.get);
  const command = commands.find("items.capture");
  if (!command) return null;
  return () => {
    Promise.resolve(command.run()).catch((error: Error) => notices.show({ intent: "error", message: error.message }));
  };
}
