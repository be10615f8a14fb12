import type { Item } from "@tessera/contracts-items/items.ts";
import { Button } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useState } from "react";
import { convertFile, typesOfFile } from "../convert-card.ts";

/** Buttons that make the card of a file one of another area's type. */
export function ConvertFileButtons({ item }: { item: Item }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return typesOfFile(item).map((one) => (
    <Button
      key={one.type}
      size="small"
      disabledFocusable={busy}
      onClick={async () => {
        setBusy(true);
        await convertFile(client, item.id, one);
        setBusy(false);
      }}
    >
      {one.convert}
    </Button>
  ));
}
