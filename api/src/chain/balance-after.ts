import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { ChainLog } from './escrow-chain.ts';

/**
 * The escrow's USDC after a block. Nodes forget what accounts held in older blocks, so it is what the escrow held after a
 * later one, less what has moved since. Ask for that first: reading the events can take until it is forgotten too.
 *
 * @param later micro-USDC
 * @param logs with all transfers of the blocks after `number`, up to the later one
 */
export function balanceAfter(
  later: MicroUsdc,
  { number, logs, escrow }: { number: bigint; logs: readonly ChainLog[]; escrow: Hex },
): MicroUsdc {
  let balance: bigint = later;
  for (const log of logs) {
    if (log.name !== 'Transfer' || log.block <= number) continue;
    const { from, to, value } = log.args;
    if (to === escrow) balance -= value;
    if (from === escrow) balance += value;
  }
  return microUsdc(balance);
}
