import { useEffect, useState } from "react";

/** Whole seconds until a time (ms since 1970), counted down while the component is shown; 0 when it is past. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((time - now) / 1000));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= time) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [time]);
  return left;
}
