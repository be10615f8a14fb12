import { Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { Audit, AuthError, emailExists, type RequestContext } from "../../core/index.ts";
import { Acts, MailSender, OneTimeTokens, type TokenKind, Undos } from "../../delivery/index.ts";
import { type UserRow, UserStore } from "../../users/index.ts";

type Half = "email_change_current" | "email_change_new";

/** Mails to the previous address prove nothing about the account any more. */
const ofOldAddress: TokenKind[] = [
  "email_change_current",
  "email_change_new",
  "recovery",
  "magiclink",
  "confirmation",
  "invite",
  "reauthentication",
];

/** A change of address: requested, confirmed by both mailboxes, made. */
@Injectable()
export class EmailMove {
  constructor(
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly tokens: OneTimeTokens,
    private readonly acts: Acts,
    private readonly sender: MailSender,
    private readonly undos: Undos,
    private readonly audit: Audit,
  ) {}

  /** Begins a change and ends the mails of an earlier one. @param user locked */
  async begin(
    tx: Tx,
    user: UserRow,
    newEmail: string,
    asked: { flowId: string | null; redirectTo: string },
  ): Promise<void> {
    await this.users.change(tx, user.id, { newEmail, emailChangeHalf: null, emailChangeSentAt: this.clock.now() });
    await this.tokens.revoke(tx, user, ["email_change_current", "email_change_new"]);
    await this.sender.ask(tx, user.id, { kind: "email_change", userId: user.id, ...asked });
  }

  /**
   * Mails both halves again; a half confirmed before no longer counts. The work is the same when nobody has the
   * address.
   * @param email the old or the new address of a change
   */
  async again(tx: Tx, email: string, asked: { flowId: string | null; redirectTo: string }): Promise<void> {
    const found = await this.users.changingTo(tx, email);
    const user = found && (await this.users.locked(tx, found.id));
    if (user) await this.users.change(tx, user.id, { emailChangeHalf: null });
    const subject = user?.id ?? this.acts.ofAddress(email);
    await this.sender.ask(tx, subject, { kind: "email_change", userId: user?.id ?? null, ...asked });
  }

  /** One of two mailboxes confirms; the second makes the change. @param user locked */
  async agree(tx: Tx, user: UserRow, half: Half, from: RequestContext): Promise<UserRow | "half" | AuthError> {
    const newEmail = user.newEmail!;
    // Without a previous address (phone or anonymous account) there is one mailbox to ask.
    const isWhole = !user.email || (user.emailChangeHalf !== null && user.emailChangeHalf !== half);
    if (!isWhole) {
      await this.users.change(tx, user.id, { emailChangeHalf: half });
      return "half";
    }
    if (await this.users.byEmail(tx, newEmail)) return emailExists();
    const undo = await this.undos.keep(tx, user, "email_changed");
    const changed = await this.users.setEmail(tx, user, newEmail);
    await this.tokens.revoke(tx, user, ofOldAddress);
    if (user.email) await this.sender.send(tx, { kind: "email_changed", to: user.email, newEmail, undo });
    await this.audit.record(tx, "email_changed", from, user.id);
    return changed;
  }
}
