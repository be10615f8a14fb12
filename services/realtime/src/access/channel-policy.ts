import { Inject, Injectable } from "@nestjs/common";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import type { Claims } from "./credentials.ts";

/** Who may read and write which private channel. Public channels ask nobody. */
@Injectable()
export class ChannelPolicy {
  constructor(@Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig) {}

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
