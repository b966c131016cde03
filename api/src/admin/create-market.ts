import type { NewMarketForm } from '@tallystone/core/http-api';
import { type CheckedMarket, checkNewMarket } from '@tallystone/core/markets/check-new-market';
import { titleKey } from '@tallystone/core/markets/title-key';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { openMarket } from '../markets/open-market.ts';
import { fundPool } from '../practice/fund-pool.ts';
import { getSettings } from '../settings/get-settings.ts';
import { customMarket } from './custom-market.ts';
import { lockTitles } from './open-titles.ts';

/**
 * Opens a market that an admin made, funded by the pool.
 *
 * @throws HttpError `invalid-request` with a sentence per field, `already-exists` for the title of an open
 *   market (so that sending a form twice opens one), `second-admin-needed` for weights in live mode,
 *   `pool-too-small`. Nothing was opened then
 */
export async function createMarket(
  db: Db,
  { mode, form, actor, now }: { mode: 'demo' | 'live'; form: NewMarketForm; actor: Actor; now: Date },
): Promise<{ id: string }> {
  return transaction(db, async (tx) => {
    const { futuresTrading, liquidityBudget } = await getSettings(tx, mode);
    const market = requireGood(form, { now, futures: futuresTrading });
    if (mode === 'live' && market.isWeighted) throw new HttpError('second-admin-needed', WEIGHTED);
    const taken = await lockTitles(tx, now);
    if (taken.has(titleKey(market.title))) {
      throw new HttpError(
        'already-exists',
        'An open market has this title already. No market was created; choose another title if this is another question.',
        { facts: { fields: { title: 'An open market has this title already.' } } },
      );
    }
    // Practice money is there for whatever is practised.
    if (mode === 'demo') await fundPool(tx, liquidityBudget);
    const opened = await openMarket(tx, customMarket(market, liquidityBudget));
    if (opened.kind === 'refused') {
      throw new HttpError(
        'pool-too-small',
        `The house pool holds less than the ${formatUsdc(liquidityBudget)} USDC that a new market is funded with. No market was created.`,
      );
    }
    await recordAudit(tx, {
      actor,
      action: 'market.create',
      subject: opened.marketId,
      after: { ...market, lossBudget: formatUsdc(liquidityBudget) },
    });
    return { id: opened.marketId };
  });
}

const WEIGHTED =
  'Starting probabilities that are not equal need a second admin. No market was created; leave them out to open it with equal ones.';

function requireGood(form: NewMarketForm, rules: { now: Date; futures: boolean }): CheckedMarket {
  const checked = checkNewMarket(form, rules);
  if (checked.kind === 'ok') return checked.market;
  const [problem = ''] = Object.values(checked.problems);
  throw new HttpError('invalid-request', `${problem} No market was created.`, {
    facts: { fields: checked.problems },
  });
}
