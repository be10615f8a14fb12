import { RowSkeleton } from "@tessera/ui";

/** Outline of a page whose code is loading. */
export function PageSkeleton() {
  return (
    <div style={{ width: "100%", maxWidth: 400, paddingTop: 16 }}>
      <RowSkeleton rows={10} />
    </div>
  );
}
