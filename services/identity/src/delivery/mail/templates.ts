import { escapeHtml } from "./html.ts";
import type { SecurityNotice } from "./mail-job.ts";
import type { Mail } from "./mailer.ts";

export interface Draft {
  subject: string;
  lead: string;
  action?: { label: string; url: string };
  code?: string;
  /** A second way on, below what the mail is about. */
  undo?: { label: string; url: string };
  /** Why the mail came and what to do when it was not asked for. */
  note: string;
}

interface Redeemable {
  url: string;
  code: string;
}

/** Where a change is taken back, and for how long. */
type Undo = { url: string; days: number } | null;
const undoOf = (undo: Undo) => (undo ? { undo: { label: "Undo this change", url: undo.url } } : {});
const undoNote = (undo: Undo, without: string) =>
  undo
    ? `If it was not you, undo it within ${undo.days} days: that signs everybody out and takes back what was changed since.`
    : without;

/** `render` puts the time in. */
const LIFETIME = "The link and the code work once, within {lifetime}.";
const NOT_ASKED =
  "If you did not ask for this, you need not do anything: nothing changes until the link or code is used.";

const notices: Record<SecurityNotice, Pick<Draft, "subject" | "lead">> = {
  factor_added: {
    subject: "A second factor was added",
    lead: "Signing in to your Tessera account now takes a second factor besides the password. Other sessions were signed out.",
  },
  factor_removed: {
    subject: "A second factor was removed",
    lead: "A second factor of your Tessera account was removed.",
  },
  passkey_added: {
    subject: "A passkey was added",
    lead: "A passkey was added to your Tessera account. The device that keeps it signs in without your password.",
  },
  passkey_removed: {
    subject: "A passkey was removed",
    lead: "A passkey of your Tessera account was removed. It does not sign in any more, and the sessions that it opened elsewhere have ended.",
  },
  api_token_made: {
    subject: "An API token was made",
    lead: "A token was made with which programs use your Tessera account, without your password. Your settings list all such tokens and revoke them.",
  },
  identity_linked: {
    subject: "A way to sign in was added",
    lead: "Your Tessera account can now be opened with an account you have elsewhere. Your settings list all such accounts.",
  },
  identity_unlinked: {
    subject: "A way to sign in was removed",
    lead: "An account you have elsewhere opens your Tessera account no more.",
  },
  phone_changed: {
    subject: "Your phone number was changed",
    lead: "A phone number was added to your Tessera account, or the one it had was changed. Anybody who holds it can sign in with codes sent to it.",
  },
  phone_removed: {
    subject: "Your phone number was removed",
    lead: "Nobody signs in to your Tessera account with a phone number any more.",
  },
  change_undone: {
    subject: "A change was undone",
    lead: "A change of your Tessera account was undone from a mailed link. Everybody was signed out, and the recovery codes ended.",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    lead: "Somebody, hopefully you, signed in to your Tessera account with one of its recovery codes. It does not work again.",
  },
};

/** Every mail of the identity service, in words. */
export const templates = {
  confirmation: ({ url, code }: Redeemable): Draft => ({
    subject: "Confirm your e-mail address",
    lead: "Welcome to Tessera. Confirm that this address is yours and your account is ready.",
    action: { label: "Confirm address", url },
    code,
    note: `${LIFETIME} ${NOT_ASKED}`,
  }),
  confirmationAgain: ({ url, code }: Redeemable): Draft => ({
    subject: "Confirm your e-mail address",
    lead: "Somebody, hopefully you, signed up to Tessera with this address again before the first sign-up was confirmed. Open the link in the browser you signed up in; anywhere else it confirms the address alone, and you choose a password afterwards.",
    action: { label: "Confirm address", url },
    code,
    note: `${LIFETIME} ${NOT_ASKED}`,
  }),
  magiclink: ({ url, code }: Redeemable): Draft => ({
    subject: "Sign in to Tessera",
    lead: "Here is the link you asked for. It signs you in without a password.",
    action: { label: "Sign in", url },
    code,
    note: `${LIFETIME} ${NOT_ASKED}`,
  }),
  invite: ({ url, code }: Redeemable): Draft => ({
    subject: "You are invited to Tessera",
    lead: "An account was made for you. Accept the invitation and set a password of your own.",
    action: { label: "Accept the invitation", url },
    code,
    note: `${LIFETIME} ${NOT_ASKED}`,
  }),
  recovery: ({ url, code }: Redeemable): Draft => ({
    subject: "Reset your password",
    lead: "Somebody, hopefully you, asked to set a new password for your Tessera account.",
    action: { label: "Set a new password", url },
    code,
    note: `${LIFETIME} ${NOT_ASKED}`,
  }),
  emailChangeCurrent: ({ url, code }: Redeemable, newEmail: string): Draft => ({
    subject: "Confirm the change of your e-mail address",
    lead: `Your Tessera account is to move from this address to ${newEmail}. Both mailboxes have to agree: this one first or second, as you like.`,
    action: { label: "Agree to the change", url },
    code,
    note: `${LIFETIME} If you did not ask for this, do not agree, and change your password: somebody else may be signed in.`,
  }),
  emailChangeNew: ({ url, code }: Redeemable, oldEmail: string): Draft => ({
    subject: "Confirm your new e-mail address",
    lead: `The Tessera account of ${oldEmail} is to move to this address. Both mailboxes have to agree.`,
    action: { label: "Confirm address", url },
    code,
    note: `${LIFETIME} ${NOT_ASKED}`,
  }),
  reauthentication: (code: string): Draft => ({
    subject: "Your confirmation code",
    lead: "Enter this code in Tessera to confirm that it is you.",
    code,
    note: "The code works once, within {lifetime}. If you did not ask for it, change your password: somebody else may be signed in.",
  }),
  alreadyRegistered: (signInUrl: string): Draft => ({
    subject: "You already have an account",
    lead: "Somebody, hopefully you, tried to sign up to Tessera with this address. It has an account already: sign in, or ask for a new password there.",
    action: { label: "Sign in", url: signInUrl },
    note: "If it was not you, you need not do anything: nothing was changed, and nobody was told that you have an account.",
  }),
  addressTaken: (): Draft => ({
    subject: "Your address was entered for another account",
    lead: "Somebody, hopefully you, asked to move another Tessera account to this address. It has an account already, so nothing was changed. To use the address there, move this account to another one first.",
    note: "If it was not you, you need not do anything: nobody was told that you have an account.",
  }),
  passwordChanged: (undo: Undo): Draft => ({
    subject: "Your password was changed",
    lead: "The password of your Tessera account was changed, and all other sessions were signed out.",
    ...undoOf(undo),
    note: undoNote(undo, "If it was not you, ask for a new password on the sign-in page at once."),
  }),
  securityNotice: (notice: SecurityNotice, undo: Undo): Draft => ({
    ...notices[notice],
    ...undoOf(undo),
    note: undoNote(undo, "If it was not you, change your password at once and look at your sessions in the settings."),
  }),
  emailChanged: (newEmail: string, undo: Undo): Draft => ({
    subject: "Your e-mail address was changed",
    lead: `Your Tessera account now belongs to ${newEmail}. This address can no longer sign in.`,
    ...undoOf(undo),
    note: undoNote(undo, "If it was not you, answer the people who run this Tessera."),
  }),
  undoCode: (code: string): Draft => ({
    subject: "Your code to undo a change",
    lead: "Enter this code on the page that you opened from our mail to undo the change of your Tessera account.",
    code,
    note: "The code works once, within {lifetime}. If you did not ask for it, somebody else reads your mail: change its password.",
  }),
};

/** A mail in text and in HTML, saying the same. @param lifetimeMs of the code and the link in it */
export function render(to: string, { subject, lead, action, code, undo, ...draft }: Draft, lifetimeMs: number): Mail {
  const note = draft.note.replace("{lifetime}", inWords(lifetimeMs));
  const text = [
    lead,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [action ? `Or enter this code: ${code}` : `Code: ${code}`] : []),
    note,
    ...(undo ? [`${undo.label}:\n${undo.url}`] : []),
  ].join("\n\n");
  const paragraphs = [
    `<p>${escapeHtml(lead)}</p>`,
    ...(action ? [`<p><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`] : []),
    ...(code ? [`<p>${action ? "Or enter this code:" : "Code:"} <strong style="${CODE}">${code}</strong></p>`] : []),
    `<p style="color:#5c5c5c;font-size:13px">${escapeHtml(note)}</p>`,
    ...(undo ? [`<p><a href="${escapeHtml(undo.url)}">${escapeHtml(undo.label)}</a></p>`] : []),
  ];
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f5f5;font:15px/1.5 'Segoe UI',system-ui,sans-serif;color:#242424">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
<h1 style="margin:0 0 12px;font-size:20px">${escapeHtml(subject)}</h1>
${paragraphs.join("\n")}
</div></body></html>`;
  return { to, subject, text: `${text}\n`, html };
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 2) return `${ms / 1000} seconds`;
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

const BUTTON =
  "display:inline-block;padding:8px 16px;background:#0b5a60;color:#fff;border-radius:4px;text-decoration:none";
const CODE = "font:600 20px/1.4 ui-monospace,monospace;letter-spacing:2px";
