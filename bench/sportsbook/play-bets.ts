import { IN_DOUBT_MS } from '@tallystone/core/betting/at-running-price';
import { CASH_OUT_AFTER_MS } from '@tallystone/core/betting/decide-cash-out';
import { DELAY_SECONDS } from '@tallystone/core/in-play/delay';
import { DECIDED_WITHIN_MS } from '@tallystone/core/in-play/judge-order';
import { LOWEST_ODDS } from '@tallystone/core/odds/parse-odds';
import type { Random } from '../random.ts';
import type { CoreBet } from './by-core.ts';
import {
  ask,
  balanceOf,
  bettableOf,
  CENT,
  type Condition,
  conditionOf,
  type Game,
  MINUTE,
  marketIn,
  marketsOf,
  newId,
  price,
  roundedOdds,
  SECOND,
  type Season,
  stakeOf,
  tell,
  USDC,
} from './season.ts';
import type { SeasonTally } from './season-tally.ts';

/** A bet before the start, or an order in play. @returns whether the game's caps have to be checked at once */
export function bet(season: Season, game: Game): boolean {
  const { random, tally, core, now } = season;
  const open = bettableOf(game);
  if (open.length === 0) return false;
  // Most bets are on few markets.
  const marketId = random.chance(0.6)
    ? (open[random.between(0, Math.min(2, open.length - 1))] ?? '')
    : random.pick(open);
  const condition = conditionOf(game, marketId);
  if (random.chance(0.85)) price(season, game, { condition, marketId, isMoved: false });
  const { odds } = marketIn(season, marketId).book;
  const outcome = random.chance(0.5) ? bestOf(odds, condition) : random.between(0, odds.length - 1);
  const offered = odds[outcome] ?? LOWEST_ODDS;
  const isInPlay = game.phase === 'running';
  const isQuoted = !isInPlay && random.chance(0.6);
  const above = game.rule === 1 && !isInPlay && isQuoted ? offered / 100n : 0n;
  const signed = random.chance(0.5)
    ? offered + above
    : random.chance(0.9)
      ? offered - offered / 50n
      : offered + 3n * CENT + above;
  const most = core.maxStake({ marketId, outcome });
  const userId = random.pick(season.users);
  const stake = stakeOf(random, { most, balance: balanceOf(season, userId) });
  const asked = {
    ...{ betId: newId(season, 'b'), userId, marketId, outcome, stake, isQuoted, now },
    odds: roundedOdds(signed),
  };
  season.touched.add(marketId);
  if (isInPlay) {
    const decideAt = now + DELAY_SECONDS.first * SECOND;
    const answer = ask(season, 'an order', (books) => books.order({ ...asked, decideAt }));
    tally.orders += 1;
    if (answer === null) tally.ordersRefused += 1;
    else season.orders.push({ betId: asked.betId, marketId, decideAt });
    return false;
  }
  const answer = ask(season, 'a bet', (books) => books.bet(asked));
  if (answer === null) tally.betsRefused += 1;
  else countBet(tally, condition);
  return false;
}

function countBet(tally: SeasonTally, { kind, winners, outcomes }: Condition): void {
  tally.bets += 1;
  if (kind === 'one-sided') tally.betsOn.oneSided += 1;
  else if (winners > 1) tally.betsOn.severalWinners += 1;
  else if (outcomes > 2) tally.betsOn.oneOfMany += 1;
  else tally.betsOn.oneOfTwo += 1;
}

/** The outcome on which the house loses most on average. */
function bestOf(odds: readonly (bigint | null)[], { chances }: Condition): number {
  const worth = odds.map((each, outcome) => (each === null ? 0 : Number(each) * (chances[outcome] ?? 0)));
  return worth.indexOf(Math.max(...worth));
}

// ---- cash-outs

/** A cash-out of a bet or a part of it, which waits while the game is played. @returns the same */
export function sell(season: Season, game: Game): boolean {
  const { random, tally, core, count, now } = season;
  const isInPlay = game.phase === 'running';
  const sellable = marketsOf(game).filter(
    (marketId) => conditionOf(game, marketId).kind === 'feed' || random.chance(0.05),
  );
  const chosen = chooseSale(
    season,
    sellable.flatMap((marketId) => marketIn(season, marketId).open),
  );
  if (chosen === null) return false;
  const { id: betId, marketId } = chosen;
  const condition = conditionOf(game, marketId);
  const pricedBy = isInPlay ? condition.inPlay : marketId;
  if (pricedBy !== null && !condition.hasEnded[isInPlay ? 'inPlay' : 'before'] && random.chance(0.85))
    price(season, game, { condition, marketId: pricedBy, isMoved: false });
  const part = random.chance(0.35) ? somePart(random, chosen.stake) : null;
  if (count.isNearCent({ betId, part })) {
    tally.nearCents += 1;
    return false;
  }
  const value = core.valueOf({ betId, part, now });
  season.touched.add(marketId);
  if (!isInPlay) {
    const amount = value === null || random.chance(0.5) ? null : random.chance(0.8) ? value : value + CENT;
    const answer = ask(season, 'a cash-out', (books) => books.sell({ betId, part, amount, now }));
    if (answer === null) tally.salesRefused += 1;
    else {
      tally.sales += 1;
      if (part !== null) tally.parts += 1;
    }
    return answer !== null;
  }
  if (season.sales.some((each) => each.betId === betId)) return false;
  const least = value === null ? CENT : ((value * BigInt(random.between(80, 101))) / 100n / CENT) * CENT;
  const orderId = newId(season, 's');
  const decideAt = now + DELAY_SECONDS.first * SECOND;
  const asked = { orderId, betId, part, amount: least, decideAt, now };
  const answer = ask(season, 'an order of a cash-out', (books) => books.orderSale(asked));
  tally.salesInPlay += 1;
  if (answer === null) tally.salesInPlayRefused += 1;
  else season.sales.push({ orderId, betId, marketId: condition.inPlay ?? marketId, decideAt });
  return false;
}

/** The bet that has gained most, or any. */
function chooseSale(season: Season, open: readonly CoreBet[]): CoreBet | null {
  const { random, core, now } = season;
  if (open.length === 0) return null;
  const ripe = open.filter((each) => now - each.at >= CASH_OUT_AFTER_MS);
  if (ripe.length === 0 || random.chance(0.05)) return random.pick(open);
  for (const isInDoubt of [isOfTenMinutes, isLate]) {
    const inDoubt = ripe.filter((each) => isInDoubt(season, each));
    if (inDoubt.length > 0 && random.chance(0.3)) return random.pick(inDoubt);
  }
  if (random.chance(0.6)) return random.pick(ripe);
  const gains = ripe.map(
    ({ id, stake }) => Number(core.valueOf({ betId: id, part: null, now }) ?? 0n) - Number(stake),
  );
  return ripe[gains.indexOf(Math.max(...gains))] ?? null;
}

/** Whether a bet was placed about ten minutes before the close. */
const isOfTenMinutes = (season: Season, { marketId, at }: CoreBet): boolean =>
  Math.abs(marketIn(season, marketId).closesAt.getTime() - at - IN_DOUBT_MS) < MINUTE;

/** Whether a bet waits for its refund. */
function isLate(season: Season, { marketId, at }: CoreBet): boolean {
  const { lateFrom } = marketIn(season, marketId);
  return lateFrom !== null && at >= lateFrom.getTime();
}

/** Whole cents; sometimes too little or too much. */
function somePart(random: Random, stake: bigint): bigint {
  if (random.chance(0.05)) return random.pick([USDC - CENT, stake - USDC + CENT, stake]);
  const cents = Math.floor(Number(stake / CENT) * random.unit());
  return BigInt(Math.max(1, cents)) * CENT;
}

// ---- what waits for its delay

/** Looks at all that waits for its delay. */
export function decideDue(season: Season): void {
  const { random, now } = season;
  const due = new Set(
    [...season.orders, ...season.sales]
      .filter(({ decideAt }) => now >= decideAt)
      .map(({ marketId }) => marketId),
  );
  for (const marketId of due) if (random.chance(0.85)) confirm(season, marketId);
  const [waiting] = random.pick([season.orders, season.sales]);
  if (waiting !== undefined && random.chance(0.02)) {
    // A stop that comes to nothing ends what waits, although betting goes on.
    tell(season, (books) => books.stop({ marketId: waiting.marketId, now }));
    confirm(season, waiting.marketId);
  }
  for (const order of season.orders) {
    const { betId, marketId } = order;
    const answer = ask(season, 'what became of an order', (books) => books.lookAtOrder({ betId, now }));
    if (answer === 'wait') continue;
    season.orders = season.orders.filter((each) => each !== order);
    season.touched.add(marketId);
    if (answer === 'failed') season.tally.ordersFailed += 1;
    else {
      season.tally.ordersFilled += 1;
      const game = season.games.find(({ conditions }) =>
        conditions.some(({ inPlay }) => inPlay === marketId),
      );
      if (game !== undefined) countBet(season.tally, conditionOf(game, marketId));
    }
  }
  for (const sale of season.sales) {
    const { orderId, betId, marketId, decideAt } = sale;
    // Afterwards it fails at any price.
    if (now - decideAt <= DECIDED_WITHIN_MS && season.count.isOrderNearCent(orderId)) continue;
    const own = season.core.betOf(betId)?.marketId ?? marketId;
    const answer = ask(season, 'what became of a cash-out', (books) => books.lookAtSale({ orderId, now }));
    if (answer === 'wait') continue;
    season.sales = season.sales.filter((each) => each !== sale);
    season.touched.add(own);
    if (answer === 'failed') season.tally.salesInPlayFailed += 1;
    else season.tally.salesInPlayPaid += 1;
  }
}

/** The server asks the feed for the price when a delay ends. */
function confirm(season: Season, marketId: string): void {
  const { random } = season;
  const game = season.games.find(({ conditions }) => conditions.some(({ inPlay }) => inPlay === marketId));
  const condition = game?.conditions.find(({ inPlay }) => inPlay === marketId);
  if (game === undefined || condition === undefined || condition.hasEnded.inPlay) return;
  price(season, game, { condition, marketId, isMoved: random.chance(0.3) });
}
