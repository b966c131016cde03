import { lazy } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useTouched } from '../ui/first-touch.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

const NoticeRecorder = lazy(() =>
  import('./notice-recorder.tsx').then((module) => ({ default: module.NoticeRecorder })),
);

/** Keeps what the app tells its user from when there is somebody: connected, or doing something on the page. */
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
