import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  children: ReactNode;
  /** Shown instead of the children if they throw or their code fails to load. */
  fallback: ReactNode;
  /** Shown while their code is loading; nothing if absent. */
  loading?: ReactNode;
  onError?: () => void;
}

/** Limits failures and loading to one part of the page: otherwise React unmounts the whole page. Change its key to retry. */
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
