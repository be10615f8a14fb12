import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from "@nestjs/common";
import { subscriptionRequired } from "@tessera/contracts-core/problems.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { SubscriptionGate } from "./subscription-gate.ts";

/** Refuses people without an active subscription, whatever their page let them see. */
@Injectable()
class SubscriptionGuard implements CanActivate {
  constructor(private readonly gate: SubscriptionGate) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { caller } = context.switchToHttp().getRequest<{ caller: Caller }>();
    if ((await this.gate.entitlement(caller)).active) return true;
    throw problem(subscriptionRequired);
  }
}

export const SUBSCRIBED = "tessera:subscribed";
/** Opens a handler or controller only to people with an active subscription; others get 402 `subscription_required`. */
export const Subscribed = () => applyDecorators(SetMetadata(SUBSCRIBED, true), UseGuards(SubscriptionGuard));
