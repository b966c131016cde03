import { CORRECT_SCORE, makeScoreCondition } from './correct-score.ts';
import type { FixtureCondition } from './fixture.ts';
import { NO_BETS } from './modern-condition.ts';
import type { OfferedMarket } from './offer-game.ts';

/** The fixture's own serial numbers begin with 5,000,000. */
const OFFERED_SERIALS = 6_000_000;

/** A condition as the fixture's, a modern one if the dictionary doesn't have the market. Its serial number contains its first outcome, so it is its game's only one. */
export function makeCondition(
  { market, odds }: OfferedMarket,
  {
    game,
    sort,
    isLiveEnabled = false,
  }: Pick<FixtureCondition, 'game'> & { sort: number; isLiveEnabled?: boolean },
): FixtureCondition {
  if (market === CORRECT_SCORE) return makeScoreCondition(odds, { game, sort, isLiveEnabled });
  const serial = OFFERED_SERIALS + Number(market.outcomeIds[0]);
  const id = `3006${game.gameId}${String(serial).padStart(22, '0')}`;
  return {
    id,
    conditionId: id,
    state: 'Active',
    title: null,
    isExpressForbidden: false,
    isPrematchEnabled: true,
    isLiveEnabled,
    margin: 0,
    hidden: false,
    outcomes: market.outcomeIds.map((outcomeId, i) => ({
      title: null,
      outcomeId,
      odds: odds[i] ?? NO_BETS,
      sort: String(i + 1),
    })),
    game: structuredClone(game),
    wonOutcomeIds: [],
    sort: String(sort),
  };
}
