import type { OpenDatabase } from "./open.ts";

/** Bytes a notification may carry: PostgreSQL takes less than 8000. */
export const NOTIFICATION_BYTES = 7999;

/** Words between the processes on one database (LISTEN and NOTIFY): fast, and lost on those who are not connected. */
export class Notifications {
  constructor(private readonly opened: OpenDatabase) {}

  /**
   * @param resumed called after the listening connection was lost and made again: notifications in between were missed
   */
  listen(
    channel: string,
    received: (payload: string) => void,
    resumed?: () => void,
  ): Promise<{ close(): Promise<void> }> {
    return this.opened.listen(channel, received, resumed);
  }
}
