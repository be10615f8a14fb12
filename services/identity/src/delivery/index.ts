export { DeliveryModule } from "./delivery.module.ts";
export { verifyUrl } from "./mail/link-urls.ts";
export type { Way } from "./mail/mail-job.ts";
export { MailSender } from "./mail/mail-sender.ts";
export { Acts } from "./proofs/acts.ts";
export { type NewToken, OneTimeTokens, tokenKinds } from "./proofs/one-time-tokens.ts";
export { type Before, Undos } from "./proofs/undos.ts";
export { SmsSender } from "./sms/sms-sender.ts";
export {
  type ActKind,
  type OneTimeTokenRow,
  oneTimeTokens,
  outboxMails,
  type TokenKind,
  type UndoRow,
  undos,
} from "./tables.ts";
