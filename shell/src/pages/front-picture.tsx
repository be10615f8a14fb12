import { FRONT_PICTURE, frontPicture } from "@tessera/federation/front-words.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useMinWidth, useUiSettings } from "@tessera/ui";

const useStyles = makeStyles({
  picture: {
    boxSizing: "border-box",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "12px",
    backgroundColor: tokens.colorNeutralBackground3,
  },
  // Shown from its left and its top, as far as there is room.
  wide: {
    position: "absolute",
    left: "496px",
    top: "32px",
    width: "1066px",
    height: "666px",
    boxShadow: tokens.shadow16,
  },
  narrow: {
    display: "block",
    width: "100%",
    maxWidth: "560px",
    height: "420px",
    marginTop: "32px",
    objectFit: "cover",
    objectPosition: "top",
  },
});

/** The product as it is, in the theme of the page. */
export function FrontPicture() {
  const styles = useStyles();
  const { mode } = useUiSettings();
  const roomy = useMinWidth("md");
  return (
    <img
      className={mergeClasses(styles.picture, roomy ? styles.wide : styles.narrow)}
      src={frontPicture(roomy ? 1440 : 390, mode)}
      alt={FRONT_PICTURE}
      fetchPriority="low"
    />
  );
}
