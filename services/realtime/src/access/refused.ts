import { SocketRefused } from "@tessera/service-kit";

/** Realtime does not do what it was asked to; the message goes to the client. */
export class Refused extends SocketRefused {
  override name = "Refused";
  constructor(status: number, message: string) {
    super(status, "refused", message);
  }

  /** As clients of realtime/v1 read it. */
  override body() {
    return { error: this.message };
  }
}
