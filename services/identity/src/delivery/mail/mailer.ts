export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Takes a mail for delivery; throws when it could not be handed over, and is then asked again later. */
export abstract class Mailer {
  abstract deliver(mail: Mail): Promise<void>;
}
