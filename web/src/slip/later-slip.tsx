import { lazy, useState, useSyncExternalStore } from 'react';
import { slipText } from '../betting/slip-text.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const SlipButton = lazy(() => import('./slip-button.tsx').then((module) => ({ default: module.SlipButton })));

/** The button of the slip. Its code loads with the first selection, and stays, because it may still place a bet. */
export function LaterSlip() {
  const isKept = useSyncExternalStore(slipText.subscribe, slipText.read) !== null;
  const [wasKept, setKept] = useState(isKept);
  if (isKept && !wasKept) setKept(true);
  return (
    wasKept && (
      <ErrorBoundary fallback={null}>
        <SlipButton />
      </ErrorBoundary>
    )
  );
}
