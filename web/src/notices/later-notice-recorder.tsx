import { lazy } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useTouched } from '../ui/first-touch.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

const NoticeRecorder = lazy(() =>
  import('./notice-recorder.tsx').then((module) => ({ default: module.NoticeRecorder })),
);

/** Starts to record notices once a wallet is connected or the visitor does something on the page. */
export function LaterNoticeRecorder() {
  const { connected } = useWallet();
  const isTouched = useTouched();
  if (!connected && !isTouched) return null;
  return (
    <ErrorBoundary fallback={null}>
      <NoticeRecorder />
    </ErrorBoundary>
  );
}
