import type { WireBet } from '@tallystone/core/http-api/betting';
import { lazy } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PartMissing } from '../ui/part-missing.tsx';

// The hashing code loads with the first receipt that is opened.
const ReceiptDialog = lazy(() =>
  import('./receipt-dialog.tsx').then((module) => ({ default: module.ReceiptDialog })),
);

/** The dialog with a bet's receipt; nothing while `bet` is null. */
export function LaterReceiptDialog({ bet, onClose }: { bet: WireBet | null; onClose: () => void }) {
  return (
    bet && (
      <ErrorBoundary key={bet.id} fallback={<PartMissing heading="h2" />}>
        <ReceiptDialog bet={bet} onClose={onClose} />
      </ErrorBoundary>
    )
  );
}
