import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import type { Entitlement } from "@tessera/contracts-billing/define-entitlement.ts";
import { subscriptionRequired } from "@tessera/contracts-core/problems.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { SubscriptionGate } from "./subscription-gate.ts";

/** What a handler or controller needs beside an active subscription. */
const ENTITLEMENT = "tessera:entitlement";

/** Refuses people whose subscription does not open what they ask for, whatever their page let them see. */
@Injectable()
class SubscriptionGuard implements CanActivate {
  constructor(
    private readonly gate: SubscriptionGate,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { caller } = context.switchToHttp().getRequest<{ caller: Caller }>();
    if (!(await this.gate.subscription(caller)).active) throw problem(subscriptionRequired);
    const entitlement = this.reflector.getAllAndOverride<Entitlement | undefined>(ENTITLEMENT, [context.getHandler(), context.getClass()]);
    if (entitlement) await this.gate.within(caller, entitlement, async () => undefined);
    return true;
  }
}

export const SUBSCRIBED = "tessera:subscribed";
/**
 * Opens a handler or controller only to people with an active subscription; others get 402 `subscription_required`. With an
 * entitlement, only to those whose plan includes it; others get 402 `not_in_plan`.
 */
export const Subscribed = (entitlement?: Entitlement) =>
  applyDecorators(SetMetadata(SUBSCRIBED, true), SetMetadata(ENTITLEMENT, entitlement), UseGuards(SubscriptionGuard));
