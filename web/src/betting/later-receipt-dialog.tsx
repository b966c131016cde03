import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { lazy } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PartMissing } from '../ui/part-missing.tsx';
import type { ComboReceiptProps } from './combo-receipt-dialog.tsx';

// The hashing code loads with the first receipt that is opened.
const dialogs = () => import('./receipts.ts');
const ReceiptDialog = lazy(() => dialogs().then((module) => ({ default: module.ReceiptDialog })));
const ComboReceiptDialog = lazy(() => dialogs().then((module) => ({ default: module.ComboReceiptDialog })));

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

/** The dialog with a combo's receipt; nothing while `combo` is null. */
export function LaterComboReceiptDialog({
  combo,
  ...props
}: Omit<ComboReceiptProps, 'combo'> & { combo: WireCombo | null }) {
  return (
    combo && (
      <ErrorBoundary key={combo.id} fallback={<PartMissing heading="h2" />}>
        <ComboReceiptDialog combo={combo} {...props} />
      </ErrorBoundary>
    )
  );
}
