import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { signedHashOf } from '../betting/hash-parts.ts';
import { loadRunning } from '../betting/running-prices.ts';
import type { Tx } from '../db/db.ts';
import {
  endCombos,
  getOwnCombo,
  insertComboCashOut,
  insertRunningPrices,
  lockOpenCombos,
  type StoredCombo,
  selectOpenCombos,
} from './combo-store.ts';
import { lockLegMarkets, readSoldMarkets, type SoldMarkets } from './leg-store.ts';
import { runningLegs } from './wire-combos.ts';

/** An open combo that may be cashed out, under its lock and those of its markets. */
export interface LockedCombo {
  readonly combo: StoredCombo;
  readonly markets: SoldMarkets;
}

/** Locks a combo of a user, after its markets and those in play, as when a combo is placed. @returns null if it isn't open */
export async function lockCombo(
  tx: Tx,
  { comboId, userId }: { comboId: string; userId: string },
): Promise<LockedCombo | null> {
  const found = await getOwnCombo(tx, { comboId, userId });
  if (found === null) return null;
  const ids = found.legs.map(({ marketId }) => marketId);
  const inPlay = [...(await loadRunning(tx, ids)).values()].map(({ marketId }) => marketId);
  await lockLegMarkets(tx, [...ids, ...inPlay]);
  await lockOpenCombos(tx, [comboId]);
  const [combo] = await selectOpenCombos(tx, [comboId]);
  if (combo === undefined) return null;
  const markets = await readSoldMarkets(tx, ids);
  // One that went in play during the wait for the locks isn't locked, so its price doesn't count yet.
  const running = [...markets.running].filter(([, { marketId }]) => inPlay.includes(marketId));
  return { combo, markets: { ...markets, running: new Map(running) } };
}

/** Pays a locked combo out and ends it. @param signed its text, and its signature in lower-case hex */
export async function saveComboSale(
  tx: Tx,
  { combo, markets }: LockedCombo,
  {
    amount,
    signed: { signedText, signature },
  }: { amount: MicroUsdc; signed: { signedText: string; signature: string } },
): Promise<void> {
  const { id: comboId } = combo;
  await endCombos(tx, [{ combo, kind: 'cash-out', paid: amount }], markets.now);
  await insertComboCashOut(tx, {
    ...{ comboId, signedText, signature, signedHash: signedHashOf(signedText, signature) },
    marketVersions: combo.legs.map(({ marketId }) => markets.byId.get(marketId)?.version ?? 0),
  });
  await insertRunningPrices(tx, comboId, runningLegs(combo, markets));
}
