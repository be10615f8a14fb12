import { useLocation } from "@tessera/router";
import { useEffect } from "react";
import { DataExport } from "../account/export/data-export.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { DisplayName } from "./display-name.tsx";
import { PhoneNumber } from "./phone-number.tsx";

export function ProfileSection() {
  const { hash, key } = useLocation();
  // `#password` and the like: the group is seen, and its first field has the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation here, also to the same place
  useEffect(() => {
    const group = hash ? document.getElementById(hash.slice(1)) : null;
    group?.scrollIntoView?.({ block: "start" });
    group?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus();
  }, [hash, key]);
  return (
    <>
      <DisplayName />
      <ChangeEmail />
      <PhoneNumber />
      <ChangePassword />
      <DataExport />
    </>
  );
}
