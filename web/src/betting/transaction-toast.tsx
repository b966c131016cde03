import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import { DismissableLayer } from 'radix-ui/internal';
import { useEffect, useState } from 'react';
import { useBetDraft, useBetSlip } from './bet-slip-context.tsx';
import { orderOf, type Placement } from './signed-bet.ts';
import { TransactionCard } from './transaction-card.tsx';
import { useFollowPlaced } from './use-follow-placed.ts';
import { usePlaceBet } from './use-place-bet.ts';

/**
 * Follows the latest bet after its form has gone: once it is placed, or while it is still in progress. It is separate
 * from the other toasts, so none of them replaces it.
 */
export function TransactionToast() {
  const { outcomeId, open } = useBetSlip();
  const { placement } = useBetDraft();
  const { resend } = usePlaceBet();
  useFollowPlaced();
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [closedKey, setClosedKey] = useState<string | null>(null);

  const order = orderOf(placement);
  const key = order?.key ?? null;
  const isInForm = outcomeId === order?.outcome.id;
  const due = key !== null && (placement.kind === 'placed' || !isInForm);
  // Once shown, it stays mounted, so that its bar doesn't restart when its form is back.
  useEffect(() => {
    if (due) setShownKey(key);
  }, [due, key]);

  // If the bettor closed it before the bet was decided, or before it failed on the chain, it reappears to say so.
  const closing = isDecidedLater(placement) ? `${key} decided` : key;
  if (order === null || (!due && shownKey !== key) || closedKey === closing) return null;
  return (
    // A press on the card leaves an open dialog open.
    <DismissableLayer.Branch>
      <TransactionCard
        key={key}
        placement={placement}
        onClose={() => setClosedKey(closing)}
        onRetry={() => {
          if (placement.kind === 'unanswered') void resend();
          else open({ market: order.market, outcome: order.outcome, amount: typedBefore(placement) });
        }}
      />
    </DismissableLayer.Branch>
  );
}

function isDecidedLater(placement: Placement): boolean {
  if (placement.kind !== 'placed') return false;
  const { status, decidesAt } = placement.receipt;
  return status === 'failed' || (decidesAt !== undefined && status !== 'pending');
}

/** The stake of a bet that failed after it was sent: its form was emptied then. */
const typedBefore = (placement: Placement): string | undefined =>
  placement.kind === 'placed' ? wireNumberText(placement.order.amount) : undefined;
