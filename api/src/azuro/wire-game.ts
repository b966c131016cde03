import type { GameStatus, WireGame } from '@tallystone/core/http-api/azuro';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import type { FeedCondition, FeedGame } from './azuro-feed.ts';
import { chooseMainMarket, type MainMarket } from './main-market.ts';
import type { OutcomeNames } from './outcome-names.ts';

/** Most conditions per game, to limit the answer's size. A game of a top league has about forty. */
const CONDITIONS = 100;

/**
 * A game as admins see it, except whether it is imported: with its visible conditions, and the outcomes of the one
 * that an import would take.
 */
export function wireGame({
  game,
  conditions,
  names,
}: {
  game: FeedGame;
  conditions: readonly FeedCondition[];
  names: OutcomeNames;
}): Omit<WireGame, 'imported'> {
  const main = chooseMainMarket({ game, conditions, names });
  const shown = conditions.filter(({ hidden }) => !hidden);
  return {
    id: game.id,
    title: game.title,
    sport: { name: game.sport.name, sportId: game.sport.id },
    league: { ...game.league },
    country: { ...game.country },
    status: statusOf(game, main),
    state: game.state,
    startsAt: game.startsAt.toISOString(),
    turnover: usdcToNumber(game.turnover),
    conditions: shown.slice(0, CONDITIONS).map((condition) => {
      const slim = {
        conditionId: condition.id,
        state: condition.state,
        marketName: nameOf(condition, names),
      };
      if (main.kind !== 'chosen' || main.condition !== condition) return slim;
      const outcomes = main.outcomes.map(({ name, odds }) => ({ name, odds: oddsToNumber(odds) }));
      return { ...slim, marketName: main.marketName, outcomes };
    }),
  };
}

function statusOf({ state }: FeedGame, main: MainMarket): GameStatus {
  if (state === 'Finished' || state === 'Canceled') return state;
  return state !== 'Stopped' && main.kind === 'chosen' ? 'Active' : 'Stopped';
}

function nameOf({ title, outcomes }: FeedCondition, names: OutcomeNames): string {
  return title ?? names.of(outcomes[0]?.id ?? '')?.marketName ?? 'Unknown market';
}
