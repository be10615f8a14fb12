export interface Sms {
  /** Digits of an E.164 number. */
  to: string;
  text: string;
}

/** Takes a text message for delivery; throws when it could not be handed over, and is then asked again later. */
export abstract class SmsProvider {
  abstract deliver(sms: Sms): Promise<void>;
}
