import type { Hex } from '@tallystone/core/escrow/abi-words';
import { betEntry } from '@tallystone/core/ledger/bet-entry';
import { holdReleaseEntry } from '@tallystone/core/ledger/hold-release-entry';
import { stakeReceivedEntry } from '@tallystone/core/ledger/stake-received-entry';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Tx } from '../db/db.ts';
import { readClock } from '../db/read-clock.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { lockMarket } from '../markets/lock-market.ts';
import { recordPrice } from '../markets/record-price.ts';
import { lockLiveBets, writeDecided } from './decided-live-bets.ts';

/** `BetPlaced` of a finalized block. */
export interface PlacedOnChain {
  readonly betId: string;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
  readonly txHash: Hex;
  readonly block: bigint;
}

/**
 * Makes bets of pending ones whose stakes the contract holds for ever: the stake is booked, what was held for them goes
 * back to the pool, and they count in their markets. Those that were confirmed before are passed by.
 *
 * @returns the ids of those that were confirmed now
 * @throws Error when one was never accepted, has failed, or was placed with another stake or payout: the books and the
 *   chain contradict each other, and nobody can say which of them is right
 */
export async function confirmLiveBets(
  tx: Tx,
  { placed }: { placed: readonly PlacedOnChain[] },
): Promise<string[]> {
  if (placed.length === 0) return [];
  const onChain = new Map(placed.map((bet) => [bet.betId, bet]));
  const bets = (await lockLiveBets(tx, [...onChain.keys()])).map((bet) => {
    const said = onChain.get(bet.id);
    if (said === undefined) throw new Error(`live bet ${bet.id} was not asked for`);
    if (bet.state === 'failed')
      throw new Error(`live bet ${bet.id} failed, and was placed in block ${said.block}`);
    if (bet.stake !== said.stake || bet.payout !== said.payout) {
      throw new Error(
        `live bet ${bet.id} is ${bet.stake} for ${bet.payout}, and was placed as ${said.stake} for ${said.payout} micro-USDC`,
      );
    }
    return { ...bet, said };
  });
  const pending = bets.filter(({ state }) => state === 'pending');
  if (pending.length === 0) return [];

  const entries = await recordEntries(
    tx,
    pending.flatMap(({ id, userId, marketId, stake, payout }) => [
      { key: `stake-received:${id}`, entry: stakeReceivedEntry({ userId, stake }) },
      { key: `bet:${id}`, entry: betEntry({ userId, marketId, stake }) },
      { key: `hold-release:${id}`, entry: holdReleaseEntry({ marketId, payout }) },
    ]),
  );
  const changed = await writeDecided(
    tx,
    pending.map(({ id, said }) => ({
      id,
      state: 'confirmed',
      tx_hash: said.txHash.slice(2),
      block: said.block.toString(),
      entry_id: entries.get(`bet:${id}`),
    })),
  );
  await recordPrices(tx, changed);
  return pending.map(({ id }) => id);
}

/** What the prices of these markets became; bets do not move the odds of a feed. Their rows are locked already. */
async function recordPrices(tx: Tx, marketIds: readonly string[]): Promise<void> {
  const at = await readClock(tx);
  for (const marketId of [...marketIds].sort()) {
    const market = await lockMarket(tx, marketId, 'lmsr');
    if (market === null) continue;
    const { book, version } = market;
    await tx.execute(recordPrice({ marketId, version, at, book }));
  }
}
