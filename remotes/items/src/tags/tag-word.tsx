import { makeStyles } from "@tessera/fluent";
import { COLOURS, useTagColour } from "./tag-colours.ts";

const useStyles = makeStyles({
  dot: { display: "inline-block", width: "8px", height: "8px", marginRight: "5px", borderRadius: "50%" },
});

/** A tag's word, with the colour that the person gave it. */
export function TagWord({ tag }: { tag: string }) {
  const styles = useStyles();
  const colour = useTagColour(tag);
  return (
    <>
      {colour && <span aria-hidden className={styles.dot} style={{ backgroundColor: COLOURS[colour].css }} />}
      {tag}
    </>
  );
}
