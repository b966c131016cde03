import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Block, ChainLog, EscrowChain } from './escrow-chain.ts';

/**
 * The escrow's USDC after a block. Nodes forget what accounts held in older blocks, so it is what the escrow holds after the
 * newest final one, less what has moved since.
 *
 * @param logs with all transfers of the later blocks up to that one
 */
export async function balanceAfter(
  chain: EscrowChain,
  { number, finalized, logs }: { number: bigint; finalized: Block; logs: readonly ChainLog[] },
): Promise<MicroUsdc> {
  let balance: bigint = await chain.balance(finalized.number);
  for (const log of logs) {
    if (log.name !== 'Transfer' || log.block <= number) continue;
    const { from, to, value } = log.args;
    if (to === chain.place.escrow) balance -= value;
    if (from === chain.place.escrow) balance += value;
  }
  return microUsdc(balance);
}
