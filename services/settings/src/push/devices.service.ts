import { ECDH, hash, randomBytes } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import {
  pushDeviceNotFound,
  pushServiceFailed,
  pushSubscriptionEnded,
  pushSubscriptionRefused,
  tooManyPushDevices,
} from "@tessera/contracts-settings/problems.ts";
import {
  type KeptPushDevice,
  MAX_PUSH_DEVICES,
  type NewPushSubscription,
  type PushDevice,
  type PushDevices,
  type PushKey,
} from "@tessera/contracts-settings/push.ts";
import { type Caller, Database, deviceNameOf, problem } from "@tessera/service-kit";
import { type DeviceRow, DeviceStore, type NewDevice } from "./device.store.ts";
import { PUSH_CONFIG, type PushConfig } from "./push-config.ts";
import { PushKeys } from "./push-keys.ts";
import { PushSender } from "./push-sender.ts";
import { EndpointRefused, targetOf } from "./push-target.ts";
import { Waiting } from "./waiting.ts";

/** A test is for now. */
const TEST_TTL = 60;
const TEST = {
  title: "This is a test",
  body: "Tessera can reach this device.",
  path: "/settings/notifications",
  tag: "test",
};

@Injectable()
export class DevicesService {
  constructor(
    private readonly database: Database,
    private readonly devices: DeviceStore,
    private readonly keys: PushKeys,
    private readonly sender: PushSender,
    private readonly waiting: Waiting,
    @Inject(PUSH_CONFIG) private readonly config: PushConfig,
  ) {}

  async key(): Promise<PushKey> {
    return { publicKey: (await this.keys.current()).publicKey };
  }

  async list({ userId }: Caller): Promise<PushDevices> {
    const rows = await this.database.as({ userId }, (tx) => this.devices.list(tx, userId));
    return { devices: rows.map(shownDevice) };
  }

  /** @throws ProblemException 400 `push_subscription_refused`, 409 `too_many_push_devices` */
  async add(caller: Caller, subscription: NewPushSubscription, userAgent: string): Promise<KeptPushDevice> {
    const { userId } = caller;
    const [device, renewal] = await this.checked(caller, subscription, userAgent);
    await this.devices.takeFromOthers(userId, subscription);
    const row = await this.database.as(caller, (tx) => this.devices.add(tx, userId, device));
    if (!row) throw problem(tooManyPushDevices, { limit: MAX_PUSH_DEVICES });
    return { ...shownDevice(row), renewal };
  }

  /** @throws ProblemException 400 `push_subscription_refused`, 404 `push_device_not_found` */
  async renew(
    caller: Caller,
    id: string,
    subscription: NewPushSubscription,
    userAgent: string,
  ): Promise<KeptPushDevice> {
    const { userId } = caller;
    const [device, renewal] = await this.checked(caller, subscription, userAgent);
    await this.devices.takeFromOthers(userId, subscription);
    const row = await this.database.as(caller, (tx) => this.devices.renew(tx, userId, id, device));
    if (!row) throw problem(pushDeviceNotFound);
    return { ...shownDevice(row), renewal };
  }

  /**
   * The next subscription of the device with this secret, wherever it comes from.
   * @throws ProblemException 400 `push_subscription_refused`, 404 `push_device_not_found`
   */
  async renewUnattended(renewal: string, subscription: NewPushSubscription): Promise<void> {
    await this.checkSubscription(subscription);
    const { publicKey } = await this.keys.current();
    if (!(await this.devices.renewUnattended(digestOf(renewal), subscription, publicKey)))
      throw problem(pushDeviceNotFound);
  }

  /** @throws ProblemException 404 `push_device_not_found` */
  async remove({ userId }: Caller, id: string): Promise<void> {
    if (!(await this.database.as({ userId }, (tx) => this.devices.remove(tx, userId, id))))
      throw problem(pushDeviceNotFound);
  }

  /** @throws ProblemException 404 `push_device_not_found`, 410 `push_subscription_ended`, 502 `push_service_failed` */
  async test({ userId }: Caller, id: string): Promise<void> {
    const subscription = await this.database.as({ userId }, (tx) => this.devices.subscription(tx, userId, id));
    if (!subscription) throw problem(pushDeviceNotFound);
    const message = { ...TEST, waiting: await this.waiting.of(userId) };
    const outcome = await this.sender.send(subscription, message, { ttl: TEST_TTL, urgency: "high" });
    if (outcome.kind === "taken") return this.database.as({ userId }, (tx) => this.devices.used(tx, userId, id));
    if (outcome.kind !== "gone") throw problem(pushServiceFailed, { reason: outcome.reason });
    await this.database.as({ userId }, (tx) => this.devices.gone(tx, userId, id, subscription));
    throw problem(pushSubscriptionEnded);
  }

  /** The device to keep, and the secret of its worker. @throws ProblemException 400 `push_subscription_refused` */
  private async checked(
    caller: Caller,
    subscription: NewPushSubscription,
    userAgent: string,
  ): Promise<[NewDevice, renewal: string]> {
    await this.checkSubscription(subscription);
    const { publicKey } = await this.keys.current();
    const renewal = randomBytes(32).toString("base64url");
    const own = { sessionId: caller.sessionId, device: deviceNameOf(userAgent), serverKey: publicKey };
    return [{ ...subscription, ...own, renewalHash: digestOf(renewal) }, renewal];
  }

  /** @throws ProblemException 400 `push_subscription_refused` */
  private async checkSubscription(subscription: NewPushSubscription): Promise<void> {
    try {
      // A point that is not on the curve could never be encrypted to.
      ECDH.convertKey(subscription.keys.p256dh, "prime256v1", "base64url");
    } catch {
      throw problem(pushSubscriptionRefused, { reason: "The key of this browser's subscription is not valid." });
    }
    await targetOf(new URL(subscription.endpoint), this.config.allowed).catch((error: unknown) => {
      const reason = error instanceof EndpointRefused ? error.message : "The push service cannot be looked up now.";
      throw problem(pushSubscriptionRefused, { reason });
    });
  }
}

const digestOf = (renewal: string) => hash("sha256", renewal, "base64url");

const shownDevice = ({ id, device, created_at, last_used_at, ended_at }: DeviceRow): PushDevice => ({
  id,
  device,
  createdAt: new Date(created_at).toISOString(),
  lastUsedAt: last_used_at && new Date(last_used_at).toISOString(),
  signedOut: ended_at !== null,
});
