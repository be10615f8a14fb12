import { Component, type ReactNode } from "react";

/** A dialog that throws while it is drawn is closed: the page beneath it did not fail. */
export class DialogBoundary extends Component<
  { failed(error: unknown): void; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.failed(error);
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
