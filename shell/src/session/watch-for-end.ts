import type { Transport } from "@tessera/contracts-core/client.ts";
import type { ShellSession } from "./session.ts";

/** Poll interval of a visible page, ms. */
const EVERY = 60_000;

/** Refusals that mean that nobody is signed in here any more, whatever the page's token still says. */
const over = new Set(["session_not_found", "user_not_found", "user_banned"]);

interface Needs {
  session: Pick<ShellSession, "getSession" | "signOut">;
  /** The identity service, below auth/v1. */
  ask: Transport;
  /** Called before the page is signed out. */
  ended(): void;
}

/**
 * A session can be ended from another device, and an idle page does not learn of it: asks the identity service now,
 * when the page becomes visible and every minute while it is, and signs out an ended session. @returns what stops it
 */
export function watchForEnd({ session, ask, ended }: Needs): () => void {
  let asked = Number.NEGATIVE_INFINITY;
  const check = async () => {
    if (
      document.visibilityState !== "visible" ||
      session.getSession().user === null ||
      performance.now() - asked < EVERY / 2
    )
      return;
    asked = performance.now();
    const answer = await ask("/user").catch(() => null);
    if (answer?.status !== 403) return;
    const { code, error_code } = (await answer.json().catch(() => ({}))) as { code?: unknown; error_code?: unknown };
    if (!over.has(String(error_code ?? code)) || session.getSession().user === null) return;
    ended();
    await session.signOut("local");
  };
  const timer = setInterval(check, EVERY);
  const seen = () => void check();
  document.addEventListener("visibilitychange", seen);
  void check();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
