import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  children: ReactNode;
  /** Shown instead of the children once they threw, or once their code did not arrive. */
  fallback: ReactNode;
  /** Shown while their code is on its way; nothing when absent. */
  loading?: ReactNode;
  onError?: () => void;
}

/** Keeps a failure, and the waiting for code, inside one part of the page: without it React takes the whole page away. Change its key to try again. */
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
    const { fallback, loading, children } = this.props;
    return this.state.failed ? fallback : <Suspense fallback={loading}>{children}</Suspense>;
  }
}
