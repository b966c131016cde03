import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Shown instead of the children once they threw, or once their code did not arrive. */
  fallback: ReactNode;
  onError?: () => void;
}

/** Keeps a failure inside one part of the page: without it React takes the whole page away. Give it a key to try anew. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    // React has logged the error itself.
    this.props.onError?.();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
