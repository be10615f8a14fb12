import { deviceNameOf } from "@tessera/service-kit";

/** The device that a request came from, in a person's words; null where its user agent names no browser or system. */
export function deviceOf(userAgent: string | undefined): string | null {
  const name = deviceNameOf(userAgent ?? "");
  return name === UNKNOWN ? null : name;
}

const UNKNOWN = deviceNameOf("");
