import { useLocation } from "@tessera/router";
import { useEffect } from "react";
import { DataExport } from "../account/export/data-export.tsx";
import { useAccount, useOffers } from "../account/own-account.ts";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { DisplayName } from "./display-name.tsx";
import { PhoneNumber } from "./phone-number.tsx";

export function ProfileSection() {
  const { hash, key } = useLocation();
  // Whether there is a phone number is known later than the rest: nothing that is seen may move then.
  const isKnown = [useAccount(), useOffers()].every(({ isPending }) => !isPending);
  // `#password` and the like: the group is seen, and its first field has the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation here, also to the same place
  useEffect(() => {
    const group = hash ? document.getElementById(hash.slice(1)) : null;
    if (!group || group.contains(document.activeElement)) return;
    group.scrollIntoView?.({ block: "start" });
    group.querySelector<HTMLInputElement>("input:not([hidden])")?.focus();
  }, [hash, key, isKnown]);
  return (
    <>
      <DisplayName />
      <ChangeEmail />
      <ChangePassword />
      {isKnown && (
        <>
          <PhoneNumber />
          <DataExport />
        </>
      )}
    </>
  );
}
