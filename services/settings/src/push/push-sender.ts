import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { Inject, Injectable } from "@nestjs/common";
import type { PushMessage } from "@tessera/contracts-settings/push.ts";
import { CONFIG, type KitConfig, pinnedTo } from "@tessera/service-kit";
import webPush from "web-push";
import { PUSH_CONFIG, type PushConfig } from "./push-config.ts";
import { PushKeys } from "./push-keys.ts";
import { EndpointRefused, targetOf } from "./push-target.ts";

/** Ms until a push service has answered. */
const TIMEOUT_MS = 15_000;
/** Bytes of an answer's headers; its body is not read. */
const MAX_HEADER_BYTES = 16 * 1024;

/** What is sent to: a browser's subscription, and the public key that it was made with. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  serverKey: string;
}

export interface Sending {
  /** Seconds for which the push service keeps the message for a browser that is away. */
  ttl: number;
  urgency: "normal" | "high";
}

export type Outcome =
  | { kind: "taken" }
  /** The browser has unsubscribed, or its subscription is one of other keys. */
  | { kind: "gone" }
  /** To be tried again, after so many seconds where the push service says so. */
  | { kind: "later"; seconds: number | null; reason: string }
  /** Not taken, and another try would not help. */
  | { kind: "refused"; reason: string };

/** Encrypts messages for one browser and hands them to its push service. */
@Injectable()
export class PushSender {
  private readonly subject: string;
  constructor(
    private readonly keys: PushKeys,
    @Inject(PUSH_CONFIG) private readonly config: PushConfig,
    @Inject(CONFIG) { publicUrl }: KitConfig,
  ) {
    // Whom a push service may turn to; it takes addresses of https alone, or of mail.
    this.subject = publicUrl.startsWith("https:") ? publicUrl : `mailto:postmaster@${new URL(publicUrl).hostname}`;
  }

  async send(subscription: Subscription, message: PushMessage, sending: Sending): Promise<Outcome> {
    const keys = await this.keys.current();
    if (subscription.serverKey !== keys.publicKey) return { kind: "gone" };
    const { endpoint, p256dh, auth } = subscription;
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: this.subject, ...keys },
      TTL: sending.ttl,
      urgency: sending.urgency,
      topic: message.tag,
    });
    try {
      return outcomeOf(await this.post(new URL(endpoint), details.headers, details.body!));
    } catch (error) {
      if (error instanceof EndpointRefused) return { kind: "refused", reason: error.message };
      return { kind: "later", seconds: null, reason: "It could not be reached." };
    }
  }

  /** Redirects are not followed: their target was not checked. @throws EndpointRefused */
  private async post(url: URL, headers: object, body: Buffer): Promise<Answer> {
    const target = await targetOf(url, this.config.allowed);
    const request = url.protocol === "https:" ? overHttps : overHttp;
    return new Promise((resolve, reject) => {
      const options = {
        method: "POST",
        headers: { ...headers },
        lookup: pinnedTo(target),
        agent: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      };
      const sent = request(url, options, (answer) => {
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] });
        answer.destroy();
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

function outcomeOf({ status, retryAfter }: Answer): Outcome {
  const reason = `It answered ${status}.`;
  if (status >= 200 && status < 300) return { kind: "taken" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500) return { kind: "later", seconds: secondsOf(retryAfter), reason };
  return { kind: "refused", reason };
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3); null when it says nothing that can be read. */
function secondsOf(retryAfter: string | undefined): number | null {
  if (!retryAfter) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
