import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { DisplayName } from "./display-name.tsx";

export function ProfileSection() {
  return (
    <>
      <DisplayName />
      <ChangeEmail />
      <ChangePassword />
    </>
  );
}
