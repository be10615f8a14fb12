import { Component, type ReactNode, useCallback, useEffect, useState } from "react";
import type { Lazy } from "./contributions.ts";
import { shell } from "./shell.ts";

interface Props<T> {
  /** The code to show something with. */
  code: Lazy<T>;
  children: (code: T) => ReactNode;
  /** Until the code is there. */
  loading?: ReactNode;
  /** In its place when the code cannot be had or throws. */
  fallback: (error: Error, retry: () => void) => ReactNode;
}

/** Shows what another remote contributes. What fails there is reported in its name and stays within this component. */
export function Contributed<T>({ code, children, loading = null, fallback }: Props<T>) {
  const [attempt, setAttempt] = useState(0);
  const [got, setGot] = useState<{ code: Lazy<T>; value: T | null; error: Error | null } | null>(null);
  const retry = useCallback(() => {
    setGot(null);
    setAttempt((count) => count + 1);
  }, []);
  const ready = attempt === 0 ? code.loaded() : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    if (ready) return;
    let wanted = true;
    code.load().then(
      (value) => wanted && setGot({ code, value, error: null }),
      (error: Error) => {
        shell().contributions.report(code.owner, error);
        if (wanted) setGot({ code, value: null, error });
      },
    );
    return () => {
      wanted = false;
    };
  }, [code, attempt]);
  const settled = got?.code === code ? got : null;
  if (settled?.error) return fallback(settled.error, retry);
  const value = ready ?? settled?.value;
  if (!value) return loading;
  return (
    <Boundary key={attempt} owner={code.owner} fallback={(error) => fallback(error, retry)}>
      {children(value)}
    </Boundary>
  );
}

interface BoundaryProps {
  owner: string;
  fallback: (error: Error) => ReactNode;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    shell().contributions.report(this.props.owner, error);
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children;
  }
}
