import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { betsQuery } from '../data/queries.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import type { PlacedReceipt, Placement } from './signed-bet.ts';

/** Blocks come every two seconds or so, and the stream tells of states and not of every block. In ms. */
const LOOK_EVERY_MS = 2_000;

/** Calls back whenever more is known of the bet that was placed last, until it is final or has failed. */
export function useFollowPlaced(placement: Placement, onNews: (receipt: PlacedReceipt) => void): void {
  const { signedIn } = useWallet();
  const receipt = placement.kind === 'placed' ? placement.receipt : null;
  const isOpen = receipt?.status === 'pending';
  const { data: bet } = useQuery({
    ...betsQuery,
    enabled: isOpen && signedIn,
    refetchInterval: isOpen ? LOOK_EVERY_MS : false,
    select: (bets) => bets.find(({ id }) => id === receipt?.betId),
  });

  const tell = useRef(onNews);
  tell.current = onNews;
  useEffect(() => {
    if (bet === undefined || receipt === null || !isOpen) return;
    const now = receiptNow(receipt, bet);
    if (now !== receipt) tell.current(now);
  }, [bet, receipt, isOpen]);
}

/** The receipt with what the list knows of its bet; the same one when that is nothing new. */
function receiptNow(receipt: PlacedReceipt, bet: WireBet): PlacedReceipt {
  const { id, status, txHash, reference, chain } = bet;
  if (id !== receipt.betId) return receipt;
  const now: PlacedReceipt = {
    betId: id,
    // A chain can let go of a block, and then of the transaction in it.
    hash: txHash ?? reference,
    isReference: txHash === undefined,
    status,
    ...(chain && { chain }),
  };
  return JSON.stringify(now) === JSON.stringify(receipt) ? receipt : now;
}
