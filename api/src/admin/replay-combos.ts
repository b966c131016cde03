import type { LegResult } from '@tallystone/core/combos/combo-odds';
import { comboOdds } from '@tallystone/core/combos/combo-odds';
import { comboRoom, FEWEST_LEGS, MOST_LEGS } from '@tallystone/core/combos/combo-room';
import { priceLegs } from '@tallystone/core/combos/decide-combo';
import { decideComboCashOut, type SoldLeg } from '@tallystone/core/combos/decide-combo-cash-out';
import { settleCombo } from '@tallystone/core/combos/settle-combo';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { payoutOf } from '@tallystone/core/odds/payout';
import { sql } from 'drizzle-orm';
import { valuesAround } from '../audit/history.ts';
import type { Db } from '../db/db.ts';
import { col, type Row } from '../db/rows.ts';
import { comboEndings, comboLegs } from '../db/schema/combos.ts';
import { markets } from '../db/schema/markets.ts';
import { type Difference, exactUsdc } from '../ledger/difference.ts';
import { asksTheSame } from '../ledger/question.ts';
import { readPages } from '../ledger/read-pages.ts';
import { filledOrder } from '../ledger/signed-amount.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { isLate, type LateStart, selectAllLateStarts } from '../markets/late-starts.ts';
import type { LimitsHistory } from './limits-history.ts';

export const COMBOS_PROMISE =
  'each combo was acceptable at the odds of the feed and within its budget, and ended or was sold by the rules';

const PAGE = 1000;
const MOST_SHOWN = 20;
/** A cash-out doesn't store when betting on each market was due to end: the end may have moved since the combo was placed. */
const NEVER = new Date(8.64e15);

const PRICE = {
  /** When the feed had these odds first. */
  at: col.date,
  odds: col.list(col.odds.orNull),
};

const LEG = {
  marketId: col.text,
  outcomeId: col.text,
  odds: col.odds,
  pricedAt: col.date,
  closesAt: col.date,
  version: col.whole,
  result: col.oneOf(comboLegs.result).orNull,
  /** Null for a market of our own. */
  gameId: col.text.orNull,
  pricing: col.oneOf(markets.pricing),
  winnersCount: col.number,
  outcomeIds: col.list(col.text),
  state: col.oneOf(markets.state),
  endedAt: col.date.orNull,
  marketVersion: col.whole,
  won: col.text.orNull,
  alsoWon: col.list(col.text),
  /** The feed's odds at the version at which the combo was placed, and at that of its cash-out. */
  price: col.object(PRICE).orNull,
  soldVersion: col.whole.orNull,
  soldPrice: col.object(PRICE).orNull,
  /** For a cash-out: when the market in play on its condition had its first odds; null if there is none. */
  playedFrom: col.date.orNull,
  /** The version of that market whose odds counted for the cash-out, and these odds in the order of the leg's market. */
  running: col.object({
    version: col.whole,
    pricedAt: col.date,
    marketVersion: col.whole,
    odds: col.list(col.odds.orNull),
  }).orNull,
};

const COMBO = {
  id: col.text,
  entryId: col.text,
  stake: col.usdc,
  odds: col.odds,
  signedOdds: col.odds,
  payout: col.usdc,
  budget: col.usdc,
  placedAt: col.date,
  legs: col.all(col.object(LEG)),
  end: col.object({
    entryId: col.text,
    kind: col.oneOf(comboEndings.kind),
    amount: col.usdc,
    endedAt: col.date,
  }).orNull,
  /** How many market versions its cash-out has. */
  soldVersions: col.number.orNull,
  /** The amount that was signed as a minimum, if the cash-out waited for running games. */
  least: col.usdc.orNull,
};
type ReplayedCombo = Row<typeof COMBO>;
type ReplayedLeg = ReplayedCombo['legs'][number];

/**
 * Replays every combo by the rules alone, or those that are new, open or ended since the verified state:
 * - its odds and its payout must be those of its legs, which must be the feed's odds at the stored version, of different
 *   games, fresh, and before the end of betting;
 * - what the house added must be within its share of the stored budget, which must be the one in force;
 * - the result of each leg must follow from its market, and the end from the results;
 * - a cash-out must be at most what the combo was worth at the odds of the stored versions, and all of that if it waited for
 *   running games.
 *
 * What its bettor signed is compared by `replaySignatures`, its daily cap by `replayCaps`.
 */
export async function replayCombos(
  db: Db,
  { settings }: Pick<LimitsHistory, 'settings'>,
  { page = PAGE, since = SINCE_NOTHING } = {},
): Promise<{ combos: number; differences: Difference[] }> {
  const starts = await selectAllLateStarts(db, since.audit.rows);
  const differences: Difference[] = [];
  let combos = 0;
  for await (const combo of storedCombos(db, since, page)) {
    combos += 1;
    const report = reporterOf(combo, differences);
    if (BigInt(combo.entryId) > BigInt(since.entryId)) {
      replayPlaced(combo, report);
      replayBudget(combo, settings.comboBudget, report);
    }
    for (const leg of combo.legs) replayResult(combo, leg, { starts, report });
    replayEnd(combo, { starts, report });
  }
  return { combos, differences };
}

const storedCombos = (db: Db, since: Since, size: number) =>
  readPages(
    db,
    COMBO,
    size,
    (last) => sql`
      select c.id, c.entry_id::text, c.stake, c.odds, c.signed_odds, c.payout, c.budget, c.placed_at, (
          select json_agg(json_build_object('marketId', l.market_id, 'outcomeId', l.outcome_id, 'odds', l.odds::text,
            'pricedAt', l.priced_at, 'closesAt', l.closes_at, 'version', l.market_version, 'result', l.result,
            'gameId', m.game_id, 'pricing', m.pricing, 'winnersCount', m.winners, 'state', m.state,
            'endedAt', m.ended_at, 'marketVersion', m.version, 'won', m.won_outcome_id, 'alsoWon', to_json(m.also_won),
            'outcomeIds', (
              select json_agg(o.id order by o.position) from outcomes o where o.market_id = m.id),
            'price', ${priceAt(sql`l.market_version`)},
            'soldVersion', s.market_versions[l.place + 1],
            'soldPrice', ${priceAt(sql`s.market_versions[l.place + 1]`)}, 'playedFrom', ${playedFrom}, 'running', ${runningPrice})
            order by l.place)
          from combo_legs l join markets m on m.id = l.market_id
          left join combo_running_prices r on r.combo_id = l.combo_id and r.place = l.place
          where l.combo_id = c.id
        ) as legs,
        case when n.combo_id is not null then json_build_object('entryId', n.entry_id::text, 'kind', n.kind,
          'amount', n.amount::text, 'endedAt', n.ended_at) end as end,
        cardinality(s.market_versions) as sold_versions, (${filledOrder(sql`o.combo_id = s.combo_id`)}) as least
      from combos c
      left join combo_endings n on n.combo_id = c.id
      left join combo_cash_outs s on s.combo_id = c.id
      where c.entry_id > ${last?.entryId ?? '0'}::bigint ${
        since.scope.kind === 'everything'
          ? sql``
          : sql`
            and c.id in (
              select x.id from combos x where x.entry_id > ${since.entryId}::bigint
              union
              select o.combo_id from open_combos o
              union
              select x.combo_id from combo_endings x where x.entry_id > ${since.entryId}::bigint)`
      }
      -- By the column: the bare name would be the text that is selected.
      order by c.entry_id`,
  );

/** For a row `l` of combo_legs: the feed's odds at a version of its market. */
const priceAt = (version: ReturnType<typeof sql>) => sql`(
  select json_build_object('at', p.at, 'odds', p.odds) from feed_prices p
  where p.market_id = l.market_id and p.version <= ${version} order by p.version desc limit 1)`;

/** For a row `m` of the market of a leg of a cash-out `s`: when the market in play on its condition had its first odds. */
const playedFrom = sql`case when s.combo_id is not null then (
  select p.at from games g join markets x on x.game_id = g.id and ${asksTheSame(sql`x`, sql`m`)}
  join feed_prices p on p.market_id = x.id
  where g.in_play_of = m.game_id order by p.version limit 1) end`;

/** For that row and a row `r` of combo_running_prices: what its cash-out was decided on. */
const runningPrice = sql`case when r.place is not null then json_build_object('version', r.priced_version, 'pricedAt', r.priced_at,
  'marketVersion', (select x.version from markets x where x.id = r.priced_market_id),
  'odds', (
    select json_agg(p.odds ->> i.position order by o.position)
    from outcomes o
    left join outcomes i on i.market_id = r.priced_market_id and i.azuro_outcome_id = o.azuro_outcome_id
    left join lateral (
      select f.odds from feed_prices f where f.market_id = r.priced_market_id and f.version <= r.priced_version
      order by f.version desc limit 1) p on true
    where o.market_id = m.id)) end`;

type Report = (what: string, expected: string, found: string) => void;

const reporterOf =
  ({ id, entryId }: ReplayedCombo, differences: Difference[]): Report =>
  (what, expected, found) => {
    if (differences.length < MOST_SHOWN)
      differences.push({ entryId, what: `${what} of combo ${id}`, expected, found });
  };

/** Decides the combo again, on the odds that the feed had. */
function replayPlaced(combo: ReplayedCombo, report: Report): void {
  const { legs, stake, odds, signedOdds, payout, placedAt } = combo;
  if (legs.length < FEWEST_LEGS || legs.length > MOST_LEGS) {
    report('the number of legs', `${FEWEST_LEGS} to ${MOST_LEGS}`, `${legs.length}`);
    return;
  }
  const priced = priceLegs(
    legs.map((leg) => ({ ...leg, market: marketOf(leg, leg.price, leg.pricedAt) })),
    placedAt,
  );
  if ('kind' in priced) {
    const why = priced.reason === 'combo-refused' ? priced.why : priced.reason;
    report('the legs', 'selections that make a combo', `${why} at leg ${priced.leg ?? '?'}`);
    return;
  }
  for (const [place, leg] of legs.entries()) {
    const ofFeed = priced.legOdds[place];
    if (leg.odds !== ofFeed)
      report(`the odds of leg ${place}`, `${ofFeed} micro-odds, those of the feed`, `${leg.odds}`);
    if (leg.price !== null && leg.pricedAt < leg.price.at)
      report(
        `the moment of the odds of leg ${place}`,
        `not before ${leg.price.at.toISOString()}`,
        leg.pricedAt.toISOString(),
      );
    if (leg.version > leg.marketVersion)
      report(`the market version of leg ${place}`, `at most ${leg.marketVersion}`, `${leg.version}`);
  }
  const product = comboOdds(legs.map((leg) => leg.odds));
  if (odds !== product) report('the odds', `${product} micro-odds`, `${odds}`);
  if (signedOdds > odds) report('the signed odds', `at most ${odds} micro-odds`, `${signedOdds}`);
  const byOdds = payoutOf({ stake, odds });
  if (payout !== byOdds) report('the payout', exactUsdc(byOdds), exactUsdc(payout));
}

/** A leg's market as it was, with these odds of the feed. */
function marketOf(leg: ReplayedLeg, price: ReplayedLeg['price'], pricedAt: Date, closesAt = leg.closesAt) {
  const { gameId, pricing, outcomeIds, winnersCount: winners } = leg;
  return {
    state: 'open' as const,
    closesAt,
    outcomeIds,
    feed:
      pricing === 'feed' && gameId !== null && price !== null
        ? // A game may have been renamed since, so participants can't be compared.
          {
            gameId,
            gameTitle: `${gameId} vs ${gameId}`,
            pricedAt,
            isInPlay: false,
            odds: price.odds,
            winners,
          }
        : null,
  };
}

function replayBudget(
  { budget, payout, stake, placedAt }: ReplayedCombo,
  history: LimitsHistory['settings']['comboBudget'],
  report: Report,
): void {
  const inForce = valuesAround(history, placedAt.getTime()).filter((each) => each !== null);
  if (!inForce.includes(budget)) report('the budget', inForce.map(exactUsdc).join(' or '), exactUsdc(budget));
  const most = comboRoom({ budget, all: ZERO_USDC, ofUser: ZERO_USDC, ofOutcome: ZERO_USDC, pool: budget });
  const housePart = microUsdc(payout - stake);
  if (housePart > most) report('the part of the house', `at most ${exactUsdc(most)}`, exactUsdc(housePart));
}

type Starts = ReadonlyMap<string, readonly LateStart[]>;

/** A leg may lack its result for a moment after its market has ended. */
function replayResult(
  { placedAt }: ReplayedCombo,
  leg: ReplayedLeg,
  { starts, report }: { starts: Starts; report: Report },
): void {
  if (leg.result === null) return;
  const expected = resultOf(leg, isLate(starts.get(leg.marketId) ?? [], { placedAt, version: leg.version }));
  if (leg.result !== expected) report(`the result on market ${leg.marketId}`, expected ?? 'none', leg.result);
}

function resultOf({ state, outcomeId, won, alsoWon }: ReplayedLeg, isVoid: boolean): LegResult | null {
  if (isVoid || state === 'void') return 'void';
  if (state !== 'settled') return null;
  return outcomeId === won || alsoWon.includes(outcomeId) ? 'won' : 'lost';
}

function replayEnd(combo: ReplayedCombo, { starts, report }: { starts: Starts; report: Report }): void {
  const { end } = combo;
  if (end?.kind === 'cash-out') {
    replayCashOut(combo, end, { starts, report });
    return;
  }
  const expected = settleCombo(combo);
  const found = end === null ? null : { kind: end.kind, paid: end.amount };
  if (expected?.kind !== found?.kind || expected?.paid !== found?.paid)
    report('the end', endText(expected), endText(found));
}

const endText = (end: { kind: string; paid: MicroUsdc } | null): string =>
  end === null ? 'none' : `${end.kind} of ${exactUsdc(end.paid)}`;

function replayCashOut(
  combo: ReplayedCombo,
  { amount, endedAt }: NonNullable<ReplayedCombo['end']>,
  { starts, report }: { starts: Starts; report: Report },
): void {
  const { legs, stake, placedAt, soldVersions, least } = combo;
  const areOrdered = legs.every(
    ({ version, soldVersion, marketVersion, running }) =>
      soldVersion !== null &&
      version <= soldVersion &&
      soldVersion <= marketVersion &&
      (running === null || running.version <= running.marketVersion),
  );
  if (soldVersions !== legs.length || !areOrdered) {
    const found = legs.map(({ soldVersion }) => soldVersion ?? 'none').join(', ');
    report('the market versions of the cash-out', 'one of each leg, since it was placed', found);
    return;
  }
  const decision = decideComboCashOut({
    stake,
    placedAt,
    hasEnded: false,
    asked: least ?? amount,
    isMinimum: least !== null,
    now: endedAt,
    legs: legs.map((leg) => soldLegOf(leg, { starts, placedAt, endedAt })),
  });
  if (decision.kind === 'accepted' && decision.amount === amount) return;
  const expected =
    decision.kind === 'unavailable'
      ? `none (${decision.why})`
      : `${least === null ? 'at most ' : ''}${exactUsdc(decision.amount)}`;
  report('the cash-out', expected, exactUsdc(amount));
}

/** A leg as it was when its combo was sold, at the odds of that version. */
function soldLegOf(
  leg: ReplayedLeg,
  { starts, placedAt, endedAt }: { starts: Starts; placedAt: Date; endedAt: Date },
): SoldLeg {
  const { marketId, version, soldVersion, running } = leg;
  const known = (starts.get(marketId) ?? []).filter((start) => start.version <= (soldVersion ?? 0));
  const hadEnded = leg.endedAt !== null && leg.endedAt <= endedAt;
  const isVoid = isLate(known, { placedAt, version });
  return {
    odds: leg.odds,
    outcomeId: leg.outcomeId,
    result: isVoid ? 'void' : hadEnded ? leg.result : null,
    // It had closed before its market in play opened.
    market: marketOf(leg, leg.soldPrice, endedAt, leg.playedFrom ?? NEVER),
    running: running === null ? undefined : { ...running, state: 'open', closesAt: NEVER, lateFrom: null },
  };
}
