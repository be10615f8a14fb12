import { useQueryClient } from "@tessera/query";
import { useNavigate, useSearchParams } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { useEffect, useRef } from "react";
import { agents, keys } from "../api.ts";
import { tell } from "./use-mcp-checks.ts";

/** Ends a sign-in where the person comes back from a server: the address says how it went, and is cleared. */
export function useSignInReturn(path: string): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [state, code, error] = ["state", "code", "error"].map((name) => search.get(name));
  const iss = search.get("iss") ?? undefined;
  const ended = useRef<string | null>(null);
  const isReturn = Boolean(state && (code || error));
  useEffect(() => {
    if (!state || !(code || error) || ended.current === state) return;
    ended.current = state;
    const end = async () => {
      try {
        if (!code) throw new Error(error === "access_denied" ? "It was refused there." : "The server gave no access.");
        tell(await agents.finishMcpSignIn({ state, code, iss }));
      } catch (failure) {
        const message = `You are not signed in. ${(failure as Error).message}`;
        shell().notifications.show({ message, intent: "error" });
      }
      await client.invalidateQueries({ queryKey: keys.mcpServers });
      navigate(path, { replace: true });
    };
    void end();
  }, [state, code, error, iss, client, navigate, path]);
  return isReturn;
}
