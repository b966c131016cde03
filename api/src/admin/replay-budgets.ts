import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { fillRule } from '@tallystone/core/odds/fill-rule';
import { capOf } from '@tallystone/core/settings/market-caps';
import { sql } from 'drizzle-orm';
import { valuesAround } from '../audit/history.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { type Difference, exactUsdc } from '../ledger/difference.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { QUICK_BUDGET } from '../practice/open-quick-markets.ts';
import { isQuick, PRACTICE_BUDGETS } from '../practice/top-up.ts';
import type { LimitsHistory } from './limits-history.ts';

export const BUDGETS_PROMISE =
  'the caps of games and markets, the budgets of markets and the delays of running games are those that the audit and the settings gave them';

const MOST_SHOWN = 20;

const FUNDED = {
  id: col.text,
  source: col.oneOf(markets.source),
  isMain: col.bool,
  group: col.oneOf(markets.group).orNull,
  fillRule: col.number,
  /** A practice market that lived only minutes. */
  isQuick: col.bool,
  lossBudget: col.usdc,
  gameId: col.text.orNull,
  /** USDC, from the audit row that opened the market; null without one. */
  budget: col.text.orNull,
  /** When it was imported, or went in play, according to the audit; milliseconds since 1970. */
  importedAt: col.whole.orNull,
  /** Whether that row of the audit says that it went in play. */
  wentInPlay: col.bool,
};
type FundedMarket = Row<typeof FUNDED>;

/** Compares each market's and each game's loss limit with the audit rows that opened them. */
export async function replayBudgets(
  db: Db,
  { settings }: Pick<LimitsHistory, 'settings'>,
  since: Since = SINCE_NOTHING,
): Promise<Difference[]> {
  const markets = await openedMarkets(db, since);
  const differences = [
    ...markets.flatMap((market) =>
      differ(`the budget of market ${market.id}`, budgetsOf(market, settings), market.lossBudget),
    ),
    ...(await gameDifferences(db, { markets, settings, since })),
  ];
  return differences.slice(0, MOST_SHOWN);
}

/**
 * @param expected the acceptable amounts; null when the audit has no row for it
 */
function differ(what: string, expected: readonly MicroUsdc[] | null, found: MicroUsdc): Difference[] {
  if (expected?.includes(found)) return [];
  return [
    {
      entryId: null,
      what,
      expected: expected === null ? 'a row of the audit' : expected.map(exactUsdc).join(' or '),
      found: exactUsdc(found),
    },
  ];
}

const openedMarkets = (db: Db, { audit, isMarket }: Since) =>
  rows(
    db,
    FUNDED,
    sql`
      with opened as materialized (
        select a.subject as market_id, a.after ->> 'lossBudget' as budget, null::timestamptz as imported_at, false as went_in_play
        from ${audit.rows} a where a.action = 'market.create'
        union all
        select a.after ->> 'subject', a.after -> 'changed' ->> 'lossBudget', null, false
        from ${audit.rows} a where a.action = 'change.approve' and a.after ->> 'action' = 'market.create'
        union all
        select m.id, a.after ->> 'lossBudgetEach', null, false
        from ${audit.rows} a cross join lateral ${namesIn('markets')} as m (id) where a.action = 'markets.import-csv'
        union all
        select m.id, null, a.at, false
        from ${audit.rows} a cross join lateral ${namesIn('imported')} as m (id) where a.action = 'azuro.import'
        union all
        select m.id, null, a.at, true
        from ${audit.rows} a cross join lateral ${namesIn('markets')} as m (id) where a.action = 'game.in-play'
      )
      select m.id, m.source, m.is_main, m.market_group as "group", m.fill_rule, ${isQuick} as is_quick, m.loss_budget::text, m.game_id, t.budget,
        (extract(epoch from t.imported_at) * 1000)::bigint::text as imported_at, coalesce(t.went_in_play, false) as went_in_play
      from markets m left join opened t on t.market_id = m.id
      where ${isMarket(sql`m.id`)}
      order by m.id`,
  );

/** The texts in an array of an audit row `a`; none when it isn't an array. */
const namesIn = (name: 'markets' | 'imported') => sql`jsonb_array_elements_text(
  case jsonb_typeof(a.after -> ${name}) when 'array' then a.after -> ${name} else '[]'::jsonb end)`;

type SettingsHistory = LimitsHistory['settings'];

function budgetsOf(market: FundedMarket, settings: SettingsHistory): readonly MicroUsdc[] | null {
  const { source, budget, importedAt } = market;
  switch (source) {
    case 'practice':
      // Only the server opens practice markets.
      return [market.isQuick ? QUICK_BUDGET : PRACTICE_BUDGETS[fillRule(market.fillRule)]];
    case 'custom': {
      const opened = budget === null ? null : parseUsdc(budget);
      return opened === null ? null : [opened];
    }
    case 'azuro':
      return importedAt === null
        ? null
        : amountsAround(capOf(settings, { ...market, group: market.group ?? 'result' }), importedAt);
  }
}

function amountsAround(history: SettingsHistory['marketCap'], at: number): MicroUsdc[] {
  return valuesAround(history, at).filter((amount) => amount !== null);
}

/**
 * A game has the cap that was set at the last import of its main market: a game can be imported again after all its markets
 * were deleted. What an import adds to a game leaves its cap. A game in play has a cap and a delay of its own, from when it went
 * in play.
 */
async function gameDifferences(
  db: Db,
  { markets, settings, since }: { markets: readonly FundedMarket[]; settings: SettingsHistory; since: Since },
): Promise<Difference[]> {
  const latest = new Map<string, { at: number; wentInPlay: boolean }>();
  for (const { gameId, isMain, importedAt, wentInPlay } of markets) {
    if (gameId === null || importedAt === null || !isMain) continue;
    if (importedAt >= (latest.get(gameId)?.at ?? 0)) latest.set(gameId, { at: importedAt, wentInPlay });
  }
  const games = await rows(
    db,
    { id: col.text, cap: col.usdc, delay: col.number.orNull, auditedDelay: col.number.orNull },
    sql`
      with went as (
        select distinct on (a.subject) a.subject, (a.after ->> 'delaySeconds')::int as delay
        from ${since.audit.rows} a where a.action = 'game.in-play' order by a.subject, a.id desc
      )
      select g.id, g.cap::text, g.delay_seconds as delay, went.delay as audited_delay
      from games g left join went on went.subject = g.in_play_of
      where ${since.isGame(sql`g.id`)} order by g.id`,
  );
  return games.flatMap(({ id, cap, delay, auditedDelay }) => {
    const opened = latest.get(id);
    const history = opened?.wentInPlay ? settings.gameCapInPlay : settings.gameCap;
    const expected = opened === undefined ? null : amountsAround(history, opened.at);
    return [
      ...differ(`the cap of game ${id}`, expected, cap),
      ...(delay === auditedDelay
        ? []
        : [
            {
              entryId: null,
              what: `the delay of game ${id}`,
              expected: auditedDelay === null ? 'a row of the audit' : `${auditedDelay} s`,
              found: delay === null ? 'none' : `${delay} s`,
            },
          ]),
    ];
  });
}
