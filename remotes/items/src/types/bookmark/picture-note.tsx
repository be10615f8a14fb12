import type { BookmarkData, Item } from "@tessera/contracts-items/items.ts";
import { Button } from "@tessera/fluent";
import type { z } from "zod";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { useReprocess } from "../../detail/use-reprocess.ts";

/** Pictures that a readable copy lacks; one that was made before pictures were kept names them by their address. */
export function lackedPictures({ readableHtml = "", picturesNotKept }: Partial<z.output<typeof BookmarkData>>): number {
  return picturesNotKept ?? [...readableHtml.matchAll(/<img\b[^<>]* src="https?:/g)].length;
}

/** Says what the copy lacks, and fetches the page again. */
export function PictureNote({ item, count }: { item: Item; count: number }) {
  const styles = useDetailStyles();
  const reprocess = useReprocess(item.id);
  if (count === 0) return null;
  const pending = reprocess.isPending || item.processing.readable?.state === "pending";
  return (
    <div className={styles.notice}>
      <span className={styles.grow}>
        {count === 1 ? "1 picture was not kept." : `${count.toLocaleString()} pictures were not kept.`}
      </span>
      <Button size="small" disabledFocusable={pending} onClick={() => reprocess.mutate("readable")}>
        {pending ? "Fetching…" : "Fetch again"}
      </Button>
    </div>
  );
}
