import { comboOdds } from '@tallystone/core/combos/combo-odds';
import { FEWEST_LEGS, MOST_LEGS } from '@tallystone/core/combos/combo-room';
import { LOWEST_ODDS } from '@tallystone/core/odds/parse-odds';
import type { Random } from '../random.ts';
import { checkCombos } from './check-season.ts';
import {
  ask,
  balanceOf,
  bettableOf,
  CENT,
  conditionOf,
  type Game,
  marketIn,
  newId,
  price,
  roundedOdds,
  type Season,
  stakeOf,
  USDC,
} from './season.ts';

/** A combo of a selection of this game with some of others. */
export function combo(season: Season, game: Game): boolean {
  const { random, tally, count, now } = season;
  const others = season.games.filter(
    (each) => each !== game && (each.phase === 'before' || random.chance(0.05)),
  );
  const more = random.chance(0.1) ? MOST_LEGS : random.between(1, 4);
  const chosen = [game, ...shuffled(random, others).slice(0, more)];
  // Two selections of one game are refused.
  if (random.chance(0.05)) chosen.push(random.pick(chosen));
  const legs = chosen.flatMap((of) => {
    const open = bettableOf(of);
    const suitable = open.filter((marketId) => {
      const { kind, winners } = conditionOf(of, marketId);
      return kind === 'feed' && (winners === 1 || random.chance(0.2));
    });
    // Many combos share a selection, and so its part of the budget.
    const isFavourite = random.chance(0.5);
    const own = isFavourite ? suitable[0] : suitable.length > 0 ? random.pick(suitable) : undefined;
    const marketId = random.chance(0.97) && own !== undefined ? own : open[0];
    if (marketId === undefined) return [];
    const condition = conditionOf(of, marketId);
    if (random.chance(0.95)) price(season, of, { condition, marketId, isMoved: false });
    const { odds } = marketIn(season, marketId).book;
    // Long odds of every game would soon be above 1,000.
    const shortest = odds.findIndex((each) => each !== null && each < 3n * USDC);
    const outcome =
      (isFavourite || random.chance(0.5)) && shortest >= 0 ? shortest : random.between(0, odds.length - 1);
    return [{ marketId, outcome }];
  });
  // The server refuses any other number before it asks core.
  if (
    legs.length < FEWEST_LEGS ||
    legs.length > MOST_LEGS ||
    legs.some(({ marketId }) => count.isMarginNearZero(marketId))
  )
    return false;
  const odds = comboOdds(
    legs.map(({ marketId, outcome }) => marketIn(season, marketId).book.odds[outcome] ?? LOWEST_ODDS),
  );
  const userId = random.chance(0.3) ? (season.users[0] ?? '') : random.pick(season.users);
  const limit = ((season.comboBudget / 100n) * USDC) / (odds - USDC);
  const most = (limit / CENT) * CENT;
  const stake = random.chance(0.4) ? most : stakeOf(random, { most, balance: balanceOf(season, userId) });
  const comboId = newId(season, 'c');
  const signed = random.chance(0.85) ? roundedOdds(odds - odds / 50n) : odds + CENT;
  const asked = { ...{ comboId, userId, legs, stake, now }, odds: signed };
  const answer = ask(season, 'a combo', (books) => books.combo(asked));
  if (answer === null) tally.combosRefused += 1;
  else {
    tally.combos += 1;
    tally.legs += legs.length;
  }
  checkCombos(season);
  return false;
}

/** Sells any open combo. */
export function sellCombo(season: Season): boolean {
  const { random, tally, core, count, now } = season;
  if (core.combos.size === 0) return false;
  const chosen = random.pick([...core.combos.values()]);
  for (const { market, result } of chosen.legs) {
    const game = season.games.find(({ conditions }) => conditions.some(({ before }) => before === market.id));
    if (result === null && game !== undefined && market.state === 'open' && random.chance(0.95))
      price(season, game, { condition: conditionOf(game, market.id), marketId: market.id, isMoved: false });
  }
  if (count.isComboNearCent(chosen.id)) {
    tally.nearCents += 1;
    return false;
  }
  const answer = ask(season, 'a cash-out of a combo', (books) =>
    books.sellCombo({ comboId: chosen.id, now }),
  );
  if (answer === null) tally.comboSalesRefused += 1;
  else tally.combosSold += 1;
  checkCombos(season);
  return false;
}

/** The selections of an ended market get their results. */
export function resolve(season: Season, marketId: string): void {
  const { tally } = season;
  tally.voidLegs += voidLegsBy(season, marketId, () =>
    ask(season, 'the combos of a market', (books) => books.resolve(marketId)),
  );
}

/** How many selections of a market become void. */
export function voidLegsBy(season: Season, marketId: string, act: () => void): number {
  const { tally, core } = season;
  const before = core.combos.size;
  const waiting = [...core.combos.values()].flatMap(({ legs }) =>
    legs.filter(({ market, result }) => market.id === marketId && result === null),
  );
  act();
  tally.combosEnded += before - core.combos.size;
  checkCombos(season);
  return waiting.filter(({ result }) => result === 'void').length;
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random.unit() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
