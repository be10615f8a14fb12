import { pictureUrl } from "@tessera/contracts-items/client.ts";
import type { ImageData } from "@tessera/contracts-items/items.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import type { CardPicture as Props } from "@tessera/ui/markdown";
import type { z } from "zod";
import { usePicture } from "../detail/use-file.ts";
import { useItem } from "../detail/use-item.ts";

const useStyles = makeStyles({
  picture: {
    display: "block",
    maxWidth: "100%",
    height: "auto",
    maxHeight: "70vh",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
  },
});

/** A picture within a text: the preview of the card that holds it, and a link to that card. */
export function CardPicture({ address, alt }: Props) {
  const styles = useStyles();
  const id = address.slice(address.lastIndexOf("/") + 1);
  const { data: item } = useItem(id);
  // Another card has no preview.
  const image = item?.data as z.output<typeof ImageData> | undefined;
  const { src } = usePicture(image?.preview ? pictureUrl(id, image.preview) : null);
  const words = alt || item?.title || "Image";
  return (
    <a href={address}>
      {src ? (
        <img className={styles.picture} src={src} alt={words} width={image?.width} height={image?.height} />
      ) : (
        words
      )}
    </a>
  );
}
