import type { Item } from "@tessera/contracts-items/items.ts";
import { Button } from "@tessera/fluent";
import { Contributed, type ItemBodyProps, shell } from "@tessera/shell-api";
import { Pill, RowSkeleton } from "@tessera/ui";
import type { ReactNode } from "react";
import { PlainBody } from "./plain-body.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";

interface Props extends ItemBodyProps {
  /**
   * Lays out what the type says: facts for the line under the title (null until they are known), and the part below.
   */
  children: (facts: ReactNode[] | null, body: ReactNode) => ReactNode;
}

/**
 * What belongs to the card's type, by the remote that contributes it; its plain fields where none does, or where it
 * fails.
 */
export function TypeView({ children, ...card }: Props) {
  const { item } = card;
  const view = shell().contributions.itemType(item.type)?.view;
  if (!view) return children([], <PlainBody {...card} />);
  return (
    <Contributed
      key={item.type}
      code={view}
      loading={children(null, <RowSkeleton rows={2} />)}
      fallback={(_, retry) => children([], <ShownPlainly {...card} onRetry={retry} />)}
    >
      {({ Body, facts }) =>
        children(
          factsOf(facts, item),
          <div data-outlet={view.owner} style={{ display: "contents" }}>
            <Body {...card} />
          </div>,
        )
      }
    </Contributed>
  );
}

const factsOf = (facts: ((item: Item) => ReactNode[]) | undefined, item: Item) => facts?.(item) ?? [];

function ShownPlainly({ onRetry, ...card }: ItemBodyProps & { onRetry: () => void }) {
  const styles = useDetailStyles();
  return (
    <>
      <div className={styles.notice} role="alert">
        <span className={styles.grow}>
          <Pill status="bad">Shown as plain text</Pill> What shows cards of this type could not be loaded. Nothing is
          lost.
        </span>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <PlainBody {...card} />
    </>
  );
}
