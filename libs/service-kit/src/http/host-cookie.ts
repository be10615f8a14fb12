/** Name of a cookie that no other host of the same domain can set or read; browsers take that prefix on https alone. */
export const hostCookie = (name: string, { publicUrl }: { publicUrl: string }): string =>
  publicUrl.startsWith("https:") ? `__Host-${name}` : name;
