import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { betsQuery } from '../data/queries.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import type { PlacedReceipt, Placement } from './signed-bet.ts';

/** A block comes about every two seconds, and the stream reports changes of state but not every block. In ms. */
const LOOK_EVERY_MS = 2_000;

/** Calls `onNews` whenever the last placed bet changes, until it is final or has failed. */
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

  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => {
    if (bet === undefined || receipt === null || !isOpen) return;
    const now = receiptNow(receipt, bet);
    if (now !== receipt) latest.current(now);
  }, [bet, receipt, isOpen]);
}

/** The receipt updated from the bet in the list; the same object if nothing changed. */
function receiptNow(receipt: PlacedReceipt, bet: WireBet): PlacedReceipt {
  const { id, status, txHash, reference, chain } = bet;
  if (id !== receipt.betId) return receipt;
  const now: PlacedReceipt = {
    betId: id,
    // A reorganization of the chain can drop a block and the transaction in it.
    hash: txHash ?? reference,
    isReference: txHash === undefined,
    status,
    ...(chain && { chain }),
  };
  return JSON.stringify(now) === JSON.stringify(receipt) ? receipt : now;
}
