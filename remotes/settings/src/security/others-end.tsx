import { useQuery } from "@tessera/query";
import { Notice } from "@tessera/ui";
import { accountKeys, ownAccount } from "../account/own-account.ts";

/** Said before the first factor counts: sessions without it end. */
export function OthersEnd() {
  const { data: sessions } = useQuery({ queryKey: accountKeys.sessions, queryFn: ownAccount.sessions });
  const others = sessions?.filter(({ current }) => !current) ?? null;
  if (others?.length === 0) return null;
  const who = others
    ? others.length === 1
      ? others[0]?.device
      : `${others.length} other browsers and devices`
    : "other browsers and devices";
  return (
    <Notice intent="warning">
      Turning this on signs out {who}: where you sign in again, a code is asked for. Text that was not saved stays in
      the browser it was typed in.
    </Notice>
  );
}
