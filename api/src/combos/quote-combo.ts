import { capLeftOf } from '@tallystone/core/betting/decide-bet';
import { comboMaxStake, comboRoom } from '@tallystone/core/combos/combo-room';
import { type ComboRefusal, priceLegs } from '@tallystone/core/combos/decide-combo';
import type { WireComboQuote } from '@tallystone/core/http-api/combos';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { getFunds } from '../betting/get-funds.ts';
import type { Db } from '../db/db.ts';
import { runsAlone } from '../db/runs-alone.ts';
import type { Session } from '../http/session.ts';
import { requireLegs, type Selection } from './check-combo.ts';
import { comboMessageOf } from './combo-error.ts';
import { readComboUse, readPool } from './combo-store.ts';
import { readLegMarkets, withMarkets } from './leg-store.ts';

/**
 * The odds of a combo of these selections now, and the largest stake on it. It reserves nothing.
 *
 * @throws HttpError `invalid-request` unless there are 2 to 12 selections
 */
export async function quoteCombo(
  db: Db,
  { session, legs, mode }: { session: Session; legs: readonly Selection[]; mode: 'demo' | 'live' },
): Promise<WireComboQuote> {
  requireLegs(legs);
  if (mode === 'live') return refused({ kind: 'rejected', reason: 'combo-refused', why: 'live-mode' });
  if (!(await runsAlone(db))) return refused({ kind: 'rejected', reason: 'combo-refused', why: 'not-yet' });
  const markets = await readLegMarkets(
    db,
    legs.map(({ marketId }) => marketId),
  );
  const priced = priceLegs(withMarkets(legs, markets), markets.now);
  if ('kind' in priced) return refused(priced);
  const { userId } = session;
  const use = await readComboUse(db, { userId, legs, pool: await readPool(db) });
  const bettor = await getFunds(db, { userId, mode });
  return {
    odds: oddsToNumber(priced.odds),
    maxStake: usdcToNumber(comboMaxStake(comboRoom(use), priced.odds)),
    ...(bettor !== null && { capLeft: usdcToNumber(capLeftOf(bettor.funds)) }),
  };
}

function refused(refusal: ComboRefusal): WireComboQuote {
  const { sentence, reason } = comboMessageOf(refusal);
  const leg = refusal.leg === undefined ? {} : { leg: refusal.leg };
  return { odds: null, reason: sentence, why: reason, ...leg };
}
