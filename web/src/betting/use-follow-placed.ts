import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { betsQuery } from '../data/queries.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { useBetDraft } from './bet-slip-context.tsx';
import { renewAfterBet } from './renew-after-bet.ts';
import type { PlacedReceipt } from './signed-bet.ts';

/** A block comes about every two seconds, and the stream reports changes of state but not every block. In ms. */
const LOOK_EVERY_MS = 2_000;

/** Keeps the receipt of the last placed bet up to date until it is final, decided or has failed. */
export function useFollowPlaced(): void {
  const { signedIn } = useWallet();
  const { placement, become } = useBetDraft();
  const queryClient = useQueryClient();
  const receipt = placement.kind === 'placed' ? placement.receipt : null;
  const isOpen = receipt?.status === 'pending';
  const { data: bet } = useQuery({
    ...betsQuery,
    enabled: isOpen && signedIn,
    // The recorder of notices looks for what became of bets in play.
    refetchInterval: isOpen && receipt.decidesAt === undefined ? LOOK_EVERY_MS : false,
    select: (bets) => bets.find(({ id }) => id === receipt?.betId),
  });

  useEffect(() => {
    if (bet === undefined || placement.kind !== 'placed' || placement.receipt.status !== 'pending') return;
    const now = receiptNow(placement.receipt, bet);
    if (now === placement.receipt) return;
    // A bet in play is confirmed at the odds of that moment.
    become({ ...placement, order: { ...placement.order, odds: bet.odds }, receipt: now });
    if (now.status !== 'pending') renewAfterBet(queryClient);
  }, [bet, placement, become, queryClient]);
}

/** The receipt updated from the bet in the list; the same object if nothing changed. */
function receiptNow(receipt: PlacedReceipt, bet: WireBet): PlacedReceipt {
  const { id, status, txHash, reference, chain, failure } = bet;
  const { decidesAt } = receipt;
  if (id !== receipt.betId) return receipt;
  const now: PlacedReceipt = {
    betId: id,
    // A reorganization of the chain can drop a block and the transaction in it.
    hash: txHash ?? reference,
    isReference: txHash === undefined,
    status,
    ...(chain && { chain }),
    ...(decidesAt !== undefined && { decidesAt }),
    ...(failure && { failure }),
  };
  return JSON.stringify(now) === JSON.stringify(receipt) ? receipt : now;
}
