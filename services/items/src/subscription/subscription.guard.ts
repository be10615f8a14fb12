import { type CanActivate, type ExecutionContext, Injectable } from "@nestjs/common";
import { type Caller, problem } from "@tessera/service-kit";
import { SubscriptionGate } from "./subscription-gate.ts";

/** Refuses people without an active subscription, whatever their page let them see. */
@Injectable()
export class SubscriptionGuard implements CanActivate {
  constructor(private readonly gate: SubscriptionGate) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { caller } = context.switchToHttp().getRequest<{ caller: Caller }>();
    if ((await this.gate.standing(caller)).active) return true;
    throw problem(
      402,
      "subscription_required",
      "Items need an active subscription. Choose a plan under Billing; what you have stored is kept.",
    );
  }
}
