import { makeStyles } from "@tessera/fluent";
import { useEffect, useState } from "react";
import { onAnnounce } from "./announce.ts";

const useStyles = makeStyles({
  hidden: { position: "absolute", width: "1px", height: "1px", overflow: "hidden", clipPath: "inset(50%)", whiteSpace: "nowrap" },
});

/** Where {@link announce} is heard. */
export function LiveRegion() {
  const styles = useStyles();
  const [message, setMessage] = useState("");
  useEffect(() => onAnnounce(setMessage), []);
  return (
    <div role="status" aria-live="polite" className={styles.hidden}>
      {message}
    </div>
  );
}
