import type { KitConfig } from "@tessera/service-kit";

/** Where a link leads on to: never another site's address, whatever the link says. */
export function ownPath(to: string | undefined, { publicUrl }: Pick<KitConfig, "publicUrl">): string {
  const own = new URL(publicUrl);
  const target = to?.startsWith("/") && URL.canParse(to, own) ? new URL(to, own) : null;
  return target?.origin === own.origin && !target.pathname.startsWith("//")
    ? target.pathname + target.search + target.hash
    : "/";
}
