import { Inject, Injectable } from "@nestjs/common";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import type { Claims } from "./credentials.ts";
import { Refused } from "./refused.ts";

/** Who may read and write which channel. */
@Injectable()
export class ChannelPolicy {
  constructor(@Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig) {}

  /**
   * The room that a topic leads to; a private channel and another of one name are two. Without public channels, the
   * other is the person's own: its name leads everybody elsewhere. @throws Refused 403 for anybody who has neither
   */
  room(name: string, isPrivate: boolean, { sub }: Claims): string {
    if (isPrivate) return `private:${name}`;
    if (this.config.publicChannels) return `public:${name}`;
    if (!sub) throw new Refused(403, `Unauthorized: Sign in to use the Channel topic: ${name}`);
    return `own/${sub}:${name}`;
  }

  /** @param name the topic without `realtime:` */
  mayRead(name: string, claims: Claims): boolean {
    return isAllowed(this.config.privateRead, name, claims);
  }

  mayWrite(name: string, claims: Claims): boolean {
    return isAllowed(this.config.privateWrite, name, claims);
  }
}

function isAllowed(patterns: string[], name: string, { role, sub }: Claims): boolean {
  if (role === "service_role") return true;
  if (!sub) return false;
  return patterns.some((pattern) => {
    const wanted = pattern.replaceAll("{sub}", sub);
    return wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
  });
}
