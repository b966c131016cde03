import { FIXTURE, type FixtureCondition, type FixtureGame } from './fixture.ts';
import { mainSidesOf } from './main-sides.ts';
import { type Family, familiesOf, type Market, modernMarketsOf } from './offered.ts';
import { type Player, playersOf } from './players.ts';
import { type FairOdds, fairOddsOf, oddsOf } from './price-markets.ts';
import { modelScores } from './score-model.ts';
import { oddsToScore } from './scorers.ts';

/** A market that a game offers beside those of the fixture, with odds in its order. */
export interface OfferedMarket {
  readonly market: Market;
  readonly odds: readonly string[];
}

/** A line with an outcome of higher fair odds isn't offered. */
const HIGHEST_FAIR_ODDS = 80;

const OFFERS = new Map<string, readonly OfferedMarket[]>();

/** What a game of the fixture offers beside its own conditions. Each is computed once, because all seasons have it. */
export function offerOf(fixtureGameId: string): readonly OfferedMarket[] {
  const known = OFFERS.get(fixtureGameId);
  if (known !== undefined) return known;
  const game = gameOf(fixtureGameId);
  const offer = game === undefined ? [] : offerGame(game, conditionsOf(fixtureGameId));
  OFFERS.set(fixtureGameId, offer);
  return offer;
}

/** The players that a game of the fixture offers, with their odds; null if it offers none: only football has them. */
export function offerPlayersOf(
  fixtureGameId: string,
): { readonly players: readonly Player[]; readonly odds: readonly string[] } | null {
  const game = gameOf(fixtureGameId);
  const [main] = conditionsOf(fixtureGameId);
  if (game?.sport.slug !== 'football' || main === undefined || offerOf(fixtureGameId).length === 0)
    return null;
  const players = playersOf(game);
  const odds = pricePlayers(main, players);
  return odds === null ? null : { players, odds };
}

const gameOf = (fixtureGameId: string) => FIXTURE.games.find(({ gameId }) => gameId === fixtureGameId);

/** A game's own conditions, the main one first. */
const conditionsOf = (fixtureGameId: string) =>
  FIXTURE.conditions.filter(({ game }) => game.gameId === fixtureGameId);

/**
 * The markets that a game offers beside its own conditions, of which the first is the main one. None if the game takes
 * no bets, or its main condition isn't open and understood.
 *
 * @param everyLine whether lines far from even are offered, too
 */
export function offerGame(
  { state, sport }: Pick<FixtureGame, 'state' | 'sport'>,
  own: readonly FixtureCondition[],
  { everyLine = false } = {},
): OfferedMarket[] {
  const [main] = own;
  if (main?.state !== 'Active' || (state !== 'Prematch' && state !== 'Live')) return [];
  const sides = mainSidesOf(sport.slug, main);
  const model = sides === null ? null : modelScores(sport.slug, sides.chances);
  if (model === null) return [];
  const taken = new Set(own.flatMap(({ outcomes }) => outcomes.map(({ outcomeId }) => outcomeId)));
  const families = familiesOf(sport.slug);
  const modern = modernMarketsOf(sport.slug);
  const fair = fairOddsOf([...families.flatMap(({ markets }) => markets), ...modern], model);
  const lines = families
    .filter(({ most }) => most > 0)
    .flatMap((family) => chooseLines(everyLine ? { ...family, most: family.markets.length } : family, fair));
  return [...lines, ...modern]
    .filter(({ outcomeIds }) => !outcomeIds.some((outcomeId) => taken.has(outcomeId)))
    .map((market) => ({ market, odds: (fair.get(market) ?? []).map(oddsOf) }));
}

/** The lines whose outcomes are nearest to even, in their order. */
function chooseLines({ most, markets }: Family, fair: ReadonlyMap<Market, FairOdds>): Market[] {
  const highest = (market: Market) => Math.max(...(fair.get(market) ?? [Number.POSITIVE_INFINITY]));
  const nearest = markets
    .filter((market) => highest(market) <= HIGHEST_FAIR_ODDS)
    .sort((a, b) => highest(a) - highest(b))
    .slice(0, most);
  return markets.filter((market) => nearest.includes(market));
}

/** The odds of a football game's players by what its main condition now says; null if that isn't understood. */
export function pricePlayers(main: FixtureCondition, players: readonly Player[]): string[] | null {
  const sides = mainSidesOf('football', main);
  const goals = sides === null ? undefined : modelScores('football', sides.chances)?.of('game');
  return goals === undefined ? null : oddsToScore(players, goals);
}

/** Odds of a game's markets by what its main condition now says; null if that isn't understood. */
export function priceGame(
  sportSlug: string,
  main: FixtureCondition,
  markets: readonly Market[],
): Map<Market, readonly string[]> | null {
  const sides = mainSidesOf(sportSlug, main);
  const model = sides === null ? null : modelScores(sportSlug, sides.chances);
  if (model === null) return null;
  return new Map([...fairOddsOf(markets, model)].map(([market, fair]) => [market, fair.map(oddsOf)]));
}
