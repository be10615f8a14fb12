import { Inject, Injectable } from "@nestjs/common";
import { type Allowance, networkOf, type Take } from "@tessera/service-kit";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import type { RequestContext } from "../http/request-context.ts";
import { byAccount, messagesAnHour } from "./limits.ts";
import { RateLimits } from "./rate-limits.ts";

/** Text messages that one account may cause an hour, to any numbers: each costs money. */
const messagesOfAccount: Allowance = { limit: 10, windowSeconds: 3600 };

/**
 * Limits on attempts against one account, so that strangers do not use up its owner's
 * (decisions/014-strangers-lock-nobody-out.md). Each network counts separately, and so does each device that has signed
 * in to the account; all other devices share one more limit.
 */
@Injectable()
export class AccountLimits {
  constructor(
    private readonly limits: RateLimits,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** The limits on a password attempt; a right password gives the first of them back. */
  password(account: string, from: RequestContext): [Take, ...Take[]] {
    const own: Take = {
      name: "account-password",
      subject: subjectOf(account, from),
      allowance: byAccount.password,
    };
    // With a captcha every attempt costs one, so unknown devices need no shared limit.
    if (isKnown(account, from) || this.config.captcha) return [own];
    return [own, { name: "account-password-unknown", subject: account, allowance: byAccount["password-unknown"] }];
  }

  /** @returns seconds until this network or device may try a code again, 0 for now */
  code(account: string, from: RequestContext): Promise<number> {
    return this.limits.take("account-code", subjectOf(account, from), byAccount.code);
  }

  /** Whether unknown devices have used up the wrong codes that they share for the account. */
  async codesUsedUp(account: string, from: RequestContext): Promise<boolean> {
    return (
      !isKnown(account, from) &&
      (await this.limits.wait("account-code-unknown", account, byAccount["code-unknown"])) > 0
    );
  }

  /** Counts a wrong code where one had been sent. */
  async wrongCode(account: string, from: RequestContext): Promise<void> {
    if (!isKnown(account, from)) await this.limits.take("account-code-unknown", account, byAccount["code-unknown"]);
  }

  /**
   * Wrong attempts that end a code for this device. A device the account knows has attempts of its own beyond those of
   * strangers.
   */
  codeAttempts(account: string, from: RequestContext): number {
    return isKnown(account, from) ? 2 * this.config.codeAttempts : this.config.codeAttempts;
  }

  /** @returns seconds until a signed-in person may cause another text message, to any number, 0 for now */
  messagesOf(userId: string): Promise<number> {
    return this.limits.take("sms-of-account", userId, messagesOfAccount);
  }

  /** @returns seconds until a message may be sent to `address` ("mail" or "sms"), 0 for now */
  async message(kind: "mail" | "sms", address: string, from: RequestContext): Promise<number> {
    const subject = subjectOf(address, from);
    const interval = { limit: 1, windowSeconds: this.config.messageIntervalSeconds };
    const hourly = kind === "mail" ? "mails-an-hour" : "sms-an-hour";
    // In order: a message that the interval refuses must not cost the hourly allowance.
    return (
      (await this.limits.take(`${kind}-interval`, subject, interval)) ||
      (await this.limits.take(hourly, isKnown(address, from) ? subject : address, messagesAnHour))
    );
  }
}

/** The same request by the signed-in owner of the account, counted separately from everybody else's. */
export const asOwner = (from: RequestContext, userId: string): RequestContext => ({
  ...from,
  device: { id: `signed in ${userId}`, knows: () => true },
});

const isKnown = (account: string, { device }: RequestContext) => device?.knows(account) ?? false;

const subjectOf = (account: string, from: RequestContext) =>
  isKnown(account, from) ? `${account}\ndevice ${from.device!.id}` : `${account}\nnetwork ${networkOf(from.ip)}`;
