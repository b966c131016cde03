import type { RiskPlace } from '@tallystone/core/markets/risk-groups';
import { sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { gameTitle } from '../markets/game-title.ts';
import { leagueName } from '../markets/league-name.ts';
import { dayOf } from './utc-day.ts';

/** What decides the groups of a market, of a row `m` of markets and what `withRiskGame` joins. */
export const riskPlaceColumns = {
  marketId: col.text,
  title: col.text,
  category: col.oneOf(markets.category),
  subcategory: col.text,
  closesAt: col.date,
  group: col.oneOf(markets.group).orNull,
  /** Null for a market of our own. */
  game: col.object({
    id: col.text,
    title: col.text,
    league: col.text,
    country: col.text,
    isInPlay: col.bool,
  }).orNull,
};

export const withRiskGame = sql`left join games g on g.id = m.game_id`;

export const selectRiskPlace = sql`m.id as market_id, m.title, m.category, m.subcategory, m.closes_at,
  m.market_group as group, case when g.id is not null then json_build_object('id', coalesce(g.in_play_of, g.id),
    'title', g.title, 'league', g.league, 'country', g.country, 'isInPlay', g.in_play_of is not null) end as game`;

/** Markets of older versions name no group, and all are on the result. */
export function riskPlace({ game, group, closesAt, ...market }: Row<typeof riskPlaceColumns>): RiskPlace {
  const { marketId, title, category, subcategory } = market;
  return {
    ...{ marketId, title, category, subcategory },
    day: dayOf(closesAt),
    game: game && {
      gameId: game.id,
      title: gameTitle(game.title),
      league: leagueName(game),
      isInPlay: game.isInPlay,
      group: group ?? 'result',
    },
  };
}
