import { Inject, Injectable } from "@nestjs/common";
import { type Allowance, networkOf, type Take } from "@tessera/service-kit";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import type { RequestContext } from "../http/request-context.ts";
import { byAccount, messagesAnHour } from "./limits.ts";
import { RateLimits } from "./rate-limits.ts";

/** Text messages that one account may cause within the hour, whatever the numbers: each costs money. */
const messagesOfAccount: Allowance = { limit: 10, windowSeconds: 3600 };

/**
 * Limits on what is tried on one account, from wherever it comes, so that no stranger uses up what its owner needs
 * (decisions/014-strangers-lock-nobody-out.md): every network counts alone, and so does every device that has signed in
 * to the account; only what all other devices do together is bounded for them together.
 */
@Injectable()
export class AccountLimits {
  constructor(
    private readonly limits: RateLimits,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** What a try at the account's password is counted under; a right one gives the first of them back. */
  password(account: string, from: RequestContext): [Take, ...Take[]] {
    const own: Take = {
      name: "account-password",
      subject: subjectOf(account, from),
      allowance: byAccount.password,
    };
    // With a captcha each try costs one, and unknown devices are not refused together.
    if (isKnown(account, from) || this.config.captcha) return [own];
    return [own, { name: "account-password-unknown", subject: account, allowance: byAccount["password-unknown"] }];
  }

  /** @returns seconds until this network or device may try a code again, 0 for now */
  code(account: string, from: RequestContext): Promise<number> {
    return this.limits.take("account-code", subjectOf(account, from), byAccount.code);
  }

  /** Whether unknown devices have tried as many wrong codes of the account as they may together. */
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
   * Wrong tries that end a code for this device: those of strangers leave an own number to a device the account knows.
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
    // One after the other: a message that the interval refuses must not cost the hour's allowance.
    return (
      (await this.limits.take(`${kind}-interval`, subject, interval)) ||
      (await this.limits.take(hourly, isKnown(address, from) ? subject : address, messagesAnHour))
    );
  }
}

/** The same request made by the account's own person, who is signed in: counted apart from everybody else's. */
export const asOwner = (from: RequestContext, userId: string): RequestContext => ({
  ...from,
  device: { id: `signed in ${userId}`, knows: () => true },
});

const isKnown = (account: string, { device }: RequestContext) => device?.knows(account) ?? false;

const subjectOf = (account: string, from: RequestContext) =>
  isKnown(account, from) ? `${account}\ndevice ${from.device!.id}` : `${account}\nnetwork ${networkOf(from.ip)}`;
