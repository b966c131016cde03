import type { RiskGroup } from '../http-api/admin-risk.ts';
import type { MarketGroup } from '../http-api/market-group.ts';
import type { Category } from '../http-api/markets.ts';

/** What the house's risk is grouped by. */
export const RISK_GROUPINGS = ['game', 'league', 'day', 'type'] as const;
export type RiskGrouping = (typeof RISK_GROUPINGS)[number];

/** What decides the groups of a market. */
export interface RiskPlace {
  readonly marketId: string;
  readonly title: string;
  readonly category: Category;
  readonly subcategory: string;
  /** The UTC day on which its betting ends, `yyyy-mm-dd`. */
  readonly day: string;
  /** Null for a market of our own. */
  readonly game: {
    /** Of the game's page, which has its markets from before the start and those in play. */
    readonly gameId: string;
    readonly title: string;
    /** With its country; empty if the feed names none. */
    readonly league: string;
    readonly isInPlay: boolean;
    /** What its question is about. */
    readonly group: MarketGroup;
  } | null;
}

/**
 * The group of a market. A market of our own has no game, league and group of questions: it is a group by itself among the games,
 * and belongs to its category among leagues and types. A game in play has a cap of its own, so it is another group than the game
 * before its start.
 */
export function riskGroupOf(place: RiskPlace, grouping: RiskGrouping): RiskGroup {
  const { marketId, title, category, subcategory, day, game } = place;
  if (grouping === 'day') return { day };
  if (game === null) return grouping === 'game' ? { marketId, title } : { category };
  if (grouping === 'type') return { group: game.group };
  if (grouping === 'league') return { league: game.league, subcategory };
  return { gameId: game.gameId, title: game.title, ...(game.isInPlay && { inPlay: true as const }) };
}

/** Names a group among those of its grouping. */
export const riskGroupKey = ({
  gameId,
  inPlay,
  marketId,
  league,
  subcategory,
  day,
  group,
  category,
}: RiskGroup) => [gameId, inPlay, marketId, league, subcategory, day, group, category].join('\n');

/** Markets by their groups, in the order of the first of each. */
export function riskGroups<Market extends { readonly place: RiskPlace }>(
  markets: readonly Market[],
  grouping: RiskGrouping,
): { group: RiskGroup; markets: Market[] }[] {
  const groups = new Map<string, { group: RiskGroup; markets: Market[] }>();
  for (const market of markets) {
    const group = riskGroupOf(market.place, grouping);
    const key = riskGroupKey(group);
    const found = groups.get(key);
    if (found === undefined) groups.set(key, { group, markets: [market] });
    else found.markets.push(market);
  }
  return [...groups.values()];
}
