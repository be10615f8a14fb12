import { PermanentError } from "@tessera/service-kit";
import { type Sms, SmsProvider } from "./sms.ts";

/** Milliseconds that the provider may take to answer. */
const TIMEOUT_MS = 15_000;

/**
 * Hands messages to the HTTP interface that SMS_URL names: POST with JSON {to: "+…", from, text}, bearer SMS_TOKEN, any
 * 2xx counts as taken. Providers with another form need a relay of a few lines before them.
 */
export class HttpSms extends SmsProvider {
  constructor(
    private readonly url: string,
    private readonly token: string | undefined,
    private readonly from: string,
  ) {
    super();
  }

  async deliver({ to, text }: Sms): Promise<void> {
    const response = await fetch(this.url, {
      method: "POST",
      redirect: "error",
      headers: { "content-type": "application/json", ...(this.token ? { authorization: `Bearer ${this.token}` } : {}) },
      body: JSON.stringify({ to: `+${to}`, from: this.from, text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `The SMS provider answered ${response.status}`;
    // What it refuses today it refuses tomorrow; only overload and failures are worth another try.
    throw response.status < 500 && response.status !== 429 ? new PermanentError(message) : new Error(message);
  }
}
