import { betReference } from '@tallystone/core/betting/bet-reference';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { familyOfChain } from '@tallystone/core/identity/wallet-family';
import type { Placement } from '../betting/signed-bet.ts';

/**
 * Whether the transaction toast reports a bet. `may come`: it will if the attempt to bet gets an answer, because the stream can
 * be faster than that.
 */
export function reportOf(
  { id, reference }: Pick<WireBet, 'id' | 'reference'>,
  placement: Placement,
): 'shown' | 'may come' | 'none' {
  if (placement.kind === 'placed') return placement.receipt.betId === id ? 'shown' : 'none';
  if (placement.kind !== 'sending' && placement.kind !== 'unanswered') return 'none';
  const { order, body } = placement.signed;
  return betReference(familyOfChain(order.wallet.chain), body.signature) === reference ? 'may come' : 'none';
}
