import { type ComponentProps, lazy, useEffect } from 'react';
import { DialogBoundary } from '../ui/dialog-boundary.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { onFirstTouch } from '../ui/first-touch.ts';
import { PartMissing } from '../ui/part-missing.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { loadPart } from '../wallet/load-part.ts';
import { useBetDraft, useBetSlip } from './bet-slip-context.tsx';

const loadParts = () => loadPart(() => import('./bet-parts.ts'));
const BetDialog = lazy(() => loadParts().then((parts) => ({ default: parts.BetDialog })));
const BetForm = lazy(() => loadParts().then((parts) => ({ default: parts.BetForm })));
const TransactionToast = lazy(() => loadParts().then((parts) => ({ default: parts.TransactionToast })));

/** The bet dialog. Its code loads on the first interaction with the page. */
export function LaterBetDialog() {
  const { slip, close } = useBetSlip();
  // A failed preload is ignored: opening the dialog reports it.
  useEffect(() => onFirstTouch(() => void loadParts().catch(() => {})), []);
  if (slip === null) return null;
  return (
    <DialogBoundary key={slip.outcome.id} onClose={close}>
      <BetDialog />
    </DialogBoundary>
  );
}

/** The form of a bet on a page, loaded with the page. */
export function LaterBetForm(props: ComponentProps<typeof BetForm>) {
  return (
    <ErrorBoundary fallback={<PartMissing heading="h2" />} loading={<Skeleton className="h-120" />}>
      <BetForm {...props} />
    </ErrorBoundary>
  );
}

/** The toast that follows a bet. Its code loaded with the bet dialog. */
export function LaterTransactionToast() {
  const { placement } = useBetDraft();
  if (placement.kind === 'idle') return null;
  return (
    <ErrorBoundary fallback={null}>
      <TransactionToast />
    </ErrorBoundary>
  );
}
