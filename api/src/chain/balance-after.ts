import type { Hex } from '@tallystone/core/escrow/abi-words';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { ChainLog } from './escrow-chain.ts';

/**
 * The escrow's USDC after an old block. Nodes forget balances in old blocks, so this takes the balance after a later block
 * and undoes the transfers since. Read that balance first: nodes may forget it too while the events are read.
 *
 * @param later the escrow's micro-USDC after the later block
 * @param logs all transfers of the blocks after `number` up to the later block
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
