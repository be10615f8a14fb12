import { type NewFactor, shell } from "@tessera/shell-api";
import { useEffect, useRef } from "react";

/** Adds a factor that counts once it is verified; an attempt of before that was left gives its name free. */
export async function enroll(factor: { type: "totp" | "phone"; name: string; phone?: string }): Promise<NewFactor> {
  const { account } = shell().auth;
  const { factors } = await account.get();
  for (const left of factors) if (!left.verified && left.name === factor.name) await account.removeFactor(left.id);
  return account.enrollFactor(factor);
}

/** "Authenticator app", else "Authenticator app 2" … */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name} ${number}`;
  return free;
}

/** Takes a factor back that was never verified when its dialog goes. */
export function useAbandoned(made: NewFactor | null) {
  const left = useRef<string | null>(null);
  left.current = made && left.current !== "" ? made.id : left.current;
  useEffect(
    () => () => {
      if (left.current)
        void shell()
          .auth.account.removeFactor(left.current)
          .catch(() => undefined);
    },
    [],
  );
  return {
    no() {
      left.current = "";
    },
  };
}
