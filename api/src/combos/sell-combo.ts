import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { signedHashOf } from '../betting/hash-parts.ts';
import { loadRunning } from '../betting/running-prices.ts';
import type { Tx } from '../db/db.ts';
import {
  endCombos,
  insertComboCashOuts,
  lockOpenCombos,
  type StoredCombo,
  selectOpenCombos,
} from './combo-store.ts';
import { lockLegMarkets, readSoldMarkets, type SoldMarkets } from './leg-store.ts';
import { runningLegs } from './wire-combos.ts';

/** Open combos that may be cashed out, under their locks and those of their markets. */
export interface LockedCombos {
  /** Those that are open. */
  readonly combos: ReadonlyMap<string, StoredCombo>;
  readonly markets: SoldMarkets;
}

/** Locks combos of users, after their markets and those in play, as when a combo is placed. A user's id must be that of the combo. */
export async function lockCombos(
  tx: Tx,
  asked: readonly { readonly comboId: string; readonly userId: string }[],
): Promise<LockedCombos> {
  const owners = new Map(asked.map(({ comboId, userId }) => [comboId, userId]));
  const found = await selectOpenCombos(tx, [...owners.keys()]);
  const own = found.filter(({ id, userId }) => owners.get(id) === userId);
  const ids = [...new Set(own.flatMap(({ legs }) => legs.map(({ marketId }) => marketId)))];
  // What isn't there makes no other combo take turns.
  if (own.length === 0) return { combos: new Map(), markets: await readSoldMarkets(tx, ids) };
  const inPlay = [...(await loadRunning(tx, ids)).values()].map(({ marketId }) => marketId);
  await lockLegMarkets(tx, [...ids, ...inPlay]);
  const ofOwn = own.map(({ id }) => id);
  await lockOpenCombos(tx, ofOwn);
  const combos = await selectOpenCombos(tx, ofOwn);
  const markets = await readSoldMarkets(tx, ids);
  // One that went in play during the wait for the locks isn't locked, so its price doesn't count yet.
  const running = [...markets.running].filter(([, { marketId }]) => inPlay.includes(marketId));
  return {
    combos: new Map(combos.map((combo) => [combo.id, combo])),
    markets: { ...markets, running: new Map(running) },
  };
}

/** What is paid for a locked combo. */
export interface ComboSale {
  readonly combo: StoredCombo;
  readonly amount: MicroUsdc;
  /** Its text, and its signature in lower-case hex. */
  readonly signed: { readonly signedText: string; readonly signature: string };
}

/** Pays locked combos out and ends them. */
export async function saveComboSales(
  tx: Tx,
  markets: SoldMarkets,
  sales: readonly ComboSale[],
): Promise<void> {
  if (sales.length === 0) return;
  await endCombos(
    tx,
    sales.map(({ combo, amount }) => ({ combo, kind: 'cash-out', paid: amount })),
    markets.now,
  );
  await insertComboCashOuts(
    tx,
    sales.map(({ combo, signed: { signedText, signature } }) => ({
      ...{ comboId: combo.id, signedText, signature, signedHash: signedHashOf(signedText, signature) },
      marketVersions: combo.legs.map(({ marketId }) => markets.byId.get(marketId)?.version ?? 0),
      running: runningLegs(combo, markets),
    })),
  );
}
