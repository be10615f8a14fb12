/** Queue of the mails to write and send. Its entries never hold a link or code: those are made when the mail is written. */
export const MAIL_QUEUE = "identity.mail";

interface Asked {
  /** Whom the request named; whether such an account exists is found out here, where no answer waits. */
  email: string;
  flowId: string | null;
  redirectTo: string;
}

export type SecurityNotice =
  | "factor_added"
  | "factor_removed"
  | "recovery_code_used"
  | "identity_linked"
  | "identity_unlinked"
  | "phone_changed"
  | "phone_removed";

export type MailJob =
  | ({ kind: "confirmation" } & Asked)
  | ({ kind: "recovery" } & Asked)
  | ({ kind: "magiclink"; createUser: boolean; metadata: Record<string, unknown> } & Asked)
  | ({ kind: "email_change" } & Asked)
  | { kind: "reauthentication"; userId: string }
  | { kind: "already_registered"; email: string }
  | ({ kind: "invite" } & Asked)
  | { kind: "password_changed"; userId: string }
  /** Something about how the account is protected has changed. */
  | { kind: "security_notice"; userId: string; notice: SecurityNotice }
  | { kind: "email_changed"; to: string; newEmail: string };
