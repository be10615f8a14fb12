import { VisuallyHidden } from "@tessera/ui";
import { useEffect, useState } from "react";
import { onAnnounce } from "./announce.ts";

/** Where screen readers read {@link announce}. */
export function LiveRegion() {
  const [message, setMessage] = useState("");
  useEffect(() => onAnnounce(setMessage), []);
  return (
    <VisuallyHidden as="div" role="status" aria-live="polite">
      {message}
    </VisuallyHidden>
  );
}
