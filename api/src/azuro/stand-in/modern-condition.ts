import type { FixtureCondition } from './fixture.ts';

/** Odds at which the feed takes no bets. */
export const NO_BETS = '1';

/** What a condition has that brings its own titles. */
interface ModernPlan extends Pick<FixtureCondition, 'game' | 'isLiveEnabled'> {
  /** Of its id, unique among the conditions of its game. */
  readonly serial: number;
  readonly title: string;
  readonly category: string;
  readonly marketId: string;
  readonly sort: number;
  /** In their order. */
  readonly outcomes: readonly { readonly outcomeId: string; readonly title: string; readonly odds: string }[];
}

/** A condition of the modern form, without lines. */
export function makeModernCondition({
  serial,
  title,
  category,
  marketId,
  sort,
  outcomes,
  game,
  isLiveEnabled,
}: ModernPlan): FixtureCondition {
  const id = `5006${game.gameId}${String(serial).padStart(22, '0')}`;
  return {
    id,
    conditionId: id,
    state: 'Active',
    title,
    isExpressForbidden: false,
    isPrematchEnabled: true,
    isLiveEnabled,
    margin: 0,
    hidden: false,
    outcomes: outcomes.map((outcome, i) => ({
      title: outcome.title,
      outcomeId: outcome.outcomeId,
      odds: outcome.odds,
      sort: String(i + 1),
      point: null,
    })),
    game: structuredClone(game),
    wonOutcomeIds: [],
    sort: String(sort),
    marketId,
    marketVarietyId: '1',
    category,
  };
}
