import { useEffect, useState } from 'react';
import { useBetDraft, useBetSlip } from './bet-slip-context.tsx';
import { orderOf } from './signed-bet.ts';
import { TransactionCard } from './transaction-card.tsx';

/**
 * Follows the latest bet once its dialog is gone: after it was placed, or while it is under way behind a dialog that
 * was closed. Not part of the notifications, so nothing replaces it.
 */
export function TransactionToast() {
  const { slip, open } = useBetSlip();
  const { placement, resend } = useBetDraft();
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [closedKey, setClosedKey] = useState<string | null>(null);

  const order = orderOf(placement);
  const key = order?.key ?? null;
  const dialogShowsIt = slip !== null && slip.outcome.id === order?.outcome.id;
  const due = key !== null && (placement.kind === 'placed' || !dialogShowsIt);
  // Once shown it stays, so that its bar does not start again when the dialog is opened over it.
  useEffect(() => {
    if (due) setShownKey(key);
  }, [due, key]);

  if (order === null || (!due && shownKey !== key) || closedKey === key) return null;
  return (
    <TransactionCard
      key={key}
      placement={placement}
      onClose={() => setClosedKey(key)}
      onRetry={() => {
        if (placement.kind === 'unanswered') void resend();
        else open({ market: order.market, outcome: order.outcome });
      }}
    />
  );
}
