import { useEffect, useState } from "react";

/** How often ages are renewed, in ms. */
const MINUTE = 60_000;

/** The time, renewed each minute while the page is shown. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => document.visibilityState === "visible" && setNow(new Date());
    const timer = setInterval(renew, MINUTE);
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, []);
  return now;
}
