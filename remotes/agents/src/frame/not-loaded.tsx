import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { useNavigate } from "@tessera/router";
import { EmptyState, ErrorState } from "@tessera/ui";

/** In place of what could not be read: the way back where it is gone, as trying again would not help. */
export function NotLoaded(props: {
  title: string;
  error: unknown;
  onRetry: () => void;
  back: { label: string; path: string };
}) {
  const navigate = useNavigate();
  const { title, error, onRetry, back } = props;
  return error instanceof ProblemError && error.status === 404 ? (
    <EmptyState sentence={error.message} action={{ label: back.label, onClick: () => navigate(back.path) }} />
  ) : (
    <ErrorState title={title} error={error} onRetry={onRetry} />
  );
}
