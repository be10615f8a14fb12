import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { MailIn } from "./mail-in.ts";

const ADDRESS = "/api/items/mail-in";

/** The address at which a person's mails come in. */
export const mailInClient = (transport: Transport) => ({
  get: (signal?: AbortSignal) => request<MailIn>(transport, "GET", ADDRESS, { signal }),
  /** A new address; the one before counts no more. @throws ProblemError 409 `mail_in_off` */
  renew: (idempotencyKey: string) => request<MailIn>(transport, "POST", ADDRESS, { idempotencyKey }),
  remove: () => request<void>(transport, "DELETE", ADDRESS),
});
