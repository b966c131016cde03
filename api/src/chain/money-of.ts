import type { Hex } from '@tallystone/core/escrow/abi-words';
import { blockFacts } from './block-facts.ts';
import type { Move } from './compare-history.ts';
import type { ChainLog } from './escrow-chain.ts';

/** The money that events move into the escrow, minus what they move out. */
export interface Money {
  /** Amounts of stakes, deposits and payments, micro-USDC. A transfer that another event explains has none. */
  readonly amounts: ReadonlyMap<ChainLog, bigint>;
  readonly sum: bigint;
}

/**
 * @param logs all logs of each transaction, since other events of its transaction explain a transfer
 * @throws ChainContradiction if an event reports USDC that didn't move, or USDC left the escrow without an event
 */
export function moneyOf(logs: readonly ChainLog[], escrow: Hex): Money {
  const { placed, deposits, outflows } = blockFacts(logs, escrow);
  const amounts = new Map<ChainLog, bigint>([
    ...placed.map((log) => [log, log.args.stake] as const),
    ...deposits.map(({ log, amount }) => [log, amount] as const),
    ...outflows.map(({ log, amount }) => [log, -amount] as const),
  ]);
  return { amounts, sum: [...amounts.values()].reduce((total, amount) => total + amount, 0n) };
}

/**
 * Finds events that are identical but mean other money: a transfer that was booked as a deposit becomes a stake if its
 * transaction now also places a bet. Applying the new event would book the same USDC twice.
 */
export function findOtherMoney<Kept extends { readonly log: ChainLog }>(
  moves: readonly Move<Kept>[],
  { was, is }: { was: Money; is: Money },
): { was: ChainLog; is: ChainLog }[] {
  return moves
    .filter(({ kept, now }) => was.amounts.get(kept.log) !== is.amounts.get(now))
    .map(({ kept, now }) => ({ was: kept.log, is: now }));
}
