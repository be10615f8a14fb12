import { matchRoute, redirectOf } from "@tessera/federation/route-rules.ts";
import { redirect } from "@tessera/router";
import { createBillingGuard } from "../guard/billing-guard.ts";
import { LOGIN, needsSession } from "../guard/route-guard.ts";
import type { Services } from "../services.ts";

/** Where signed-in people start. */
export const HOME = "/queue";

type GuardServices = Pick<
  Services,
  "composition" | "config" | "session" | "shared" | "billing" | "savedPath" | "leave"
>;

/** Nothing more happens in this page: another one is loading. */
const leaving = () => new Promise<never>(() => {});

/**
 * Asked before every navigation, in this order: redirects of route rules, the route guard, the billing guard. A person
 * who still owes their second factor is sent to sign in like a visitor: that page asks for it.
 * @throws Response that sends the navigation elsewhere
 */
export function createNavigationGuard(services: GuardServices, goTo: (path: string) => void) {
  const { composition, config, session, shared, billing } = services;
  const billingGuard = createBillingGuard({
    user: shared.supabase_user.get,
    internalDomain: config.internalDomain,
    last: billing.last,
    check: billing.refresh,
    leave: () => goTo("/billing"),
  });
  return async (url: URL): Promise<void> => {
    const path = url.pathname;
    const match = matchRoute(composition, path);
    const target = match && redirectOf(match);
    if (target?.external) {
      services.leave(target.to);
      await leaving();
    }
    if (target) throw redirect(target.to + (target.to.includes("?") ? "" : url.search));
    await session.wait();
    const user = shared.supabase_user.get();
    const needsSecondFactor = session.needsSecondFactor();
    if ((!user || needsSecondFactor) && needsSession(config.guard, path, match?.rule ?? null)) {
      // A request carries no fragment; the address bar has it when this is the page's first navigation.
      services.savedPath.save(path + url.search + (location.pathname === path ? location.hash : ""));
      throw redirect(LOGIN);
    }
    if (user && !needsSecondFactor && path === LOGIN) throw redirect(services.savedPath.take() ?? HOME);
    const instead = await billingGuard.before(path, match?.rule.subscription ?? false);
    if (instead && instead !== path) {
      services.savedPath.save(path + url.search);
      throw redirect(instead);
    }
  };
}
