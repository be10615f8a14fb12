import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";

/** A browser's subscription, as `PushSubscription.toJSON()` has it. */
export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A message as the browser reads it. */
export interface TakenMessage {
  endpoint: string;
  message: Record<string, unknown>;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** Who signed it: the public key, and the contact in the token. */
  signedBy: string;
  contact: string;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

interface Browser {
  ecdh: ECDH;
  auth: Buffer;
  /** The key that the subscription is tied to, where the test says so. */
  serverKey: string | undefined;
}

/**
 * A push service on the loopback (RFC 8030): checks who signed each message (RFC 8292), as FCM and Mozilla's do, and
 * decrypts it as the browser would (RFC 8291, RFC 8188). What does not check out is answered 400 or 403.
 */
export class PushService {
  readonly taken: TakenMessage[] = [];
  /** Requests, whatever became of them. */
  requests = 0;
  /** Answers to give first, instead of taking a message. */
  readonly answers: Answer[] = [];
  private readonly browsers = new Map<string, Browser>();
  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const service = new PushService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => void service.answer(request, response));
    return service;
  }

  /** `host:port`, for PUSH_ALLOW. */
  get host(): string {
    return new URL(this.origin).host;
  }

  /** Subscribes a browser. @param serverKey the key that its messages have to be signed with */
  subscribe(serverKey?: string): TestSubscription {
    const path = `/send/${randomUUID()}`;
    const ecdh = createECDH("prime256v1");
    ecdh.generateKeys();
    const auth = randomBytes(16);
    this.browsers.set(path, { ecdh, auth, serverKey });
    const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") };
    return { endpoint: this.origin + path, keys };
  }

  /** From now on messages to it are answered 410. */
  unsubscribe({ endpoint }: TestSubscription): void {
    this.browsers.delete(new URL(endpoint).pathname);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((ended) => this.server.close(ended));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const { status, headers } = this.answers.shift() ?? (await this.take(request, Buffer.concat(body)));
    response.writeHead(status, headers).end();
  }

  private async take({ url = "", headers, method }: IncomingMessage, body: Buffer): Promise<Answer> {
    const browser = this.browsers.get(url);
    if (!browser) return { status: 410 };
    if (method !== "POST" || headers["content-encoding"] !== "aes128gcm" || body.length > 4096) return { status: 400 };
    const signed = await this.signed(headers.authorization ?? "").catch(() => null);
    if (!signed || (browser.serverKey ?? signed.key) !== signed.key) return { status: 403 };
    try {
      this.taken.push({
        endpoint: this.origin + url,
        message: JSON.parse(decrypted(body, browser)),
        ttl: Number(headers.ttl),
        urgency: headers.urgency as string | undefined,
        topic: headers.topic as string | undefined,
        signedBy: signed.key,
        contact: signed.contact,
      });
      return { status: 201 };
    } catch {
      return { status: 400 };
    }
  }

  /** @throws Error where the signature does not count */
  private async signed(authorization: string): Promise<{ key: string; contact: string }> {
    const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
    const { payload } = await jwtVerify(token, await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256"), {
      audience: this.origin,
      algorithms: ["ES256"],
    });
    const longest = Date.now() / 1000 + 86_400;
    if (!payload.exp || payload.exp > longest || !/^(mailto|https):/.test(payload.sub ?? ""))
      throw new Error("The token says too little, or counts too long");
    return { key, contact: payload.sub! };
  }
}

/** One record of aes128gcm, with the keys of RFC 8291. */
function decrypted(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]!);
  const sealed = body.subarray(21 + body[20]!);
  const derive = (secret: Buffer, by: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, by, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce, { authTagLength: 16 });
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString("utf8");
}
