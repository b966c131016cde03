import type { Hex } from '@tallystone/core/escrow/abi-words';
import { blockFacts } from './block-facts.ts';
import type { Move } from './compare-history.ts';
import type { ChainLog } from './escrow-chain.ts';

/** What events move into the escrow, less what they move out of it. */
export interface Money {
  /** Of stakes, deposits and payments, micro-USDC. A transfer that another event explains has none of its own. */
  readonly amounts: ReadonlyMap<ChainLog, bigint>;
  readonly sum: bigint;
}

/**
 * @param logs all of each transaction, since a transfer is explained by what else its transaction says
 * @throws ChainContradiction when the escrow speaks of USDC that did not move, or USDC left it without a word
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
 * Which events are the same word for word and mean other money: a transfer that the books took as a deposit is a stake once
 * its transaction places a bet as well. To apply what is new would book the same USDC twice.
 */
export function findOtherMoney<Kept extends { readonly log: ChainLog }>(
  moves: readonly Move<Kept>[],
  { was, is }: { was: Money; is: Money },
): { was: ChainLog; is: ChainLog }[] {
  return moves
    .filter(({ kept, now }) => was.amounts.get(kept.log) !== is.amounts.get(now))
    .map(({ kept, now }) => ({ was: kept.log, is: now }));
}
