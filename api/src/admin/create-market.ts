import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';
import {
  type CheckedMarket,
  checkNewMarket,
  DEFAULT_LIFE_MS,
} from '@tallystone/core/markets/check-new-market';
import { titleKey } from '@tallystone/core/markets/title-key';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import { type Audited, type JudgedProposal, proposeChange } from '../audit/propose-change.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { type NewMarket, openMarket } from '../markets/open-market.ts';
import { fundPool } from '../practice/fund-pool.ts';
import { getSettings } from '../settings/get-settings.ts';
import { lockTitles } from './market-titles.ts';

interface MarketRequest {
  readonly mode: 'demo' | 'live';
  readonly form: NewMarketForm;
  readonly now: Date;
}

/**
 * Opens an admin's market, funded by the pool. In live mode, a market with weights waits for a second admin.
 *
 * @throws HttpError `invalid-request` with a sentence per field; `already-exists` for the title of an open market, so
 *   sending a form twice opens one market; `second-admin-needed` when the command line sends weights in live mode;
 *   `pool-too-small`. Nothing is opened then
 */
export async function createMarket(
  db: Db,
  { actor, ...request }: MarketRequest & { actor: Actor },
): Promise<{ id?: string; waits?: { changeId: string } }> {
  return transaction(db, async (tx) => {
    const judged = await judge(tx, request);
    if (request.mode === 'live' && judged.market.isWeighted) {
      const { title } = judged.market;
      return {
        waits: await proposeChange(tx, {
          kind: 'create-market',
          subject: title,
          payload: request.form,
          summary: summaryOf(judged, request.form),
          actor,
          refusal: say('weighted-needs-second'),
        }),
      };
    }
    const { id, audited } = await open(tx, request, judged);
    await recordAudit(tx, { actor, ...audited });
    return { id };
  });
}

/** Judges a market that another admin proposed, by the current rules. @throws HttpError as `createMarket` */
export async function judgeNewMarket(tx: Tx, request: MarketRequest): Promise<JudgedProposal> {
  const judged = await judge(tx, request);
  return {
    summary: summaryOf(judged, request.form),
    async make() {
      const { id, audited } = await open(tx, request, judged);
      return { marketIds: [id], audited };
    },
  };
}

type Judged = Awaited<ReturnType<typeof judge>>;

/** The titles stay locked until the transaction ends. */
async function judge(tx: Tx, { mode, form, now }: MarketRequest) {
  const { futuresTrading, liquidityBudget } = await getSettings(tx, mode);
  const market = requireGood(form, { now, futures: futuresTrading });
  const taken = await lockTitles(tx, now);
  if (taken.has(titleKey(market.title))) {
    throw new HttpError('already-exists', say('market-title-taken'), {
      facts: { fields: { title: say('title-taken') } },
    });
  }
  return { market, liquidityBudget };
}

async function open(
  tx: Tx,
  { mode }: MarketRequest,
  { market, liquidityBudget }: Judged,
): Promise<{ id: string; audited: Audited }> {
  // Practice money is unlimited.
  if (mode === 'demo') await fundPool(tx, liquidityBudget);
  const opened = await openMarket(tx, customMarket(market, liquidityBudget));
  if (opened.kind === 'refused') {
    throw new HttpError('pool-too-small', say('pool-too-small', { amount: usdcToNumber(liquidityBudget) }));
  }
  return {
    id: opened.marketId,
    audited: {
      action: 'market.create',
      subject: opened.marketId,
      after: { ...market, lossBudget: formatUsdc(liquidityBudget) },
    },
  };
}

/**
 * Everything the second admin decides on and signs. Without an event date a market runs for a fixed number of days
 * from its opening.
 */
function summaryOf({ market, liquidityBudget }: Judged, { eventDate }: NewMarketForm): Message {
  const what = { title: market.title, shares: sharesOf(market), amount: usdcToNumber(liquidityBudget) };
  return (eventDate ?? '').trim() === ''
    ? say('open-for-days', { ...what, days: DEFAULT_LIFE_MS / 86_400_000 })
    : say('open-until', { ...what, until: market.endsAt.toISOString() });
}

/** Such as `"Yes" 80%, "No" 20%`. The quotation marks keep a name from looking like a share. */
function sharesOf({ outcomes, probabilities }: CheckedMarket): string {
  const sum = probabilities.reduce((total, weight) => total + weight, 0);
  return probabilities
    .map((weight, i) => `${JSON.stringify(outcomes[i])} ${Math.round((weight / sum) * 10_000) / 100}%`)
    .join(', ');
}

function requireGood(form: NewMarketForm, rules: { now: Date; futures: boolean }): CheckedMarket {
  const checked = checkNewMarket(form, rules);
  if (checked.kind === 'ok') return checked.market;
  const [problem] = Object.values(checked.problems);
  if (problem === undefined) throw new Error('a form was refused without a problem');
  throw new HttpError('invalid-request', say('no-market-created', { problem }), {
    facts: { fields: checked.problems },
  });
}

/** Turns a checked market into what `openMarket` takes. */
export function customMarket(market: CheckedMarket, lossBudget: MicroUsdc): NewMarket {
  const { outcomes, probabilities } = market;
  return {
    ...market,
    outcomes: outcomes.map((name, place) => ({ name, probability: probabilities[place] ?? 1 })),
    source: 'custom',
    lossBudget,
  };
}
