import { ErrorState, RowSkeleton } from "@tessera/ui";
import type { ReactNode } from "react";
import { accountSentence } from "../account/account-sentence.ts";

interface Asked<T> {
  data: T | undefined;
  error: Error | null;
  refetch(): unknown;
}

/** A query's data; a skeleton before it arrives, the reason and a retry when it fails. */
export function Loaded<T>({
  of,
  rows = 2,
  children,
}: {
  of: Asked<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  if (of.data !== undefined) return children(of.data);
  if (of.error === null) return <RowSkeleton rows={rows} />;
  // Hosted Supabase knows nothing of our additions to auth/v1.
  const missing = (of.error as { status?: number }).status === 404;
  const sentence = missing ? "The sign-in service of this installation does not say." : accountSentence(of.error);
  return <ErrorState error={new Error(sentence)} onRetry={missing ? undefined : () => void of.refetch()} />;
}
