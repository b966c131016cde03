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

/** An event `BetPlaced` of a final block. */
export interface PlacedOnChain {
  readonly betId: string;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
  readonly txHash: Hex;
  readonly block: bigint;
}

/**
 * Confirms pending bets whose stakes the contract finally holds: the stake is booked, the pool's hold for it is released,
 * and the bet counts in its market. Bets that were confirmed before are skipped.
 *
 * @returns the ids of the bets that were confirmed now
 * @throws Error if a bet was never accepted, has failed, or was placed with another stake or payout: the books and the
 *   chain contradict each other, and only a person can find out which of them is right
 */
export async function confirmLiveBets(
  tx: Tx,
  { placed }: { placed: readonly PlacedOnChain[] },
): Promise<string[]> {
  if (placed.length === 0) return [];
  const onChain = new Map(placed.map((bet) => [bet.betId, bet]));
  const bets = (await lockLiveBets(tx, [...onChain.keys()])).map((bet) => {
    const event = onChain.get(bet.id);
    if (event === undefined) throw new Error(`live bet ${bet.id} was not asked for`);
    if (bet.state === 'failed')
      throw new Error(`live bet ${bet.id} failed, and was placed in block ${event.block}`);
    if (bet.stake !== event.stake || bet.payout !== event.payout) {
      throw new Error(
        `live bet ${bet.id} is ${bet.stake} for ${bet.payout}, and was placed as ${event.stake} for ${event.payout} micro-USDC`,
      );
    }
    return { ...bet, event };
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
    pending.map(({ id, event }) => ({
      id,
      state: 'confirmed',
      tx_hash: event.txHash.slice(2),
      block: event.block.toString(),
      entry_id: entries.get(`bet:${id}`),
    })),
  );
  await recordPrices(tx, changed);
  return pending.map(({ id }) => id);
}

/** Records the new prices of these markets, whose rows are locked already. Bets do not move the odds of a feed. */
async function recordPrices(tx: Tx, marketIds: readonly string[]): Promise<void> {
  const at = await readClock(tx);
  for (const marketId of [...marketIds].sort()) {
    const market = await lockMarket(tx, marketId, 'lmsr');
    if (market === null) continue;
    const { book, version } = market;
    await tx.execute(recordPrice({ marketId, version, at, book }));
  }
}
