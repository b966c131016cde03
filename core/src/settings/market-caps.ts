import type { MarketGroup } from '../http-api/market-group.ts';
import type { Settings } from './settings.ts';

/** The cap of each group of a game's markets. The main market has a cap of its own, `marketCap`. */
export const CAP_SETTINGS = {
  result: 'resultsCap',
  total: 'totalsCap',
  handicap: 'handicapsCap',
  'both-score': 'bothScoreCap',
  'odd-even': 'oddEvenCap',
  'correct-score': 'correctScoresCap',
  players: 'playersCap',
  period: 'periodsCap',
  other: 'othersCap',
} as const satisfies Record<MarketGroup, keyof Settings>;

export type GroupCap = (typeof CAP_SETTINGS)[MarketGroup];

/** What a new market of a game may have as its cap. */
export type MarketCaps<Cap> = Readonly<Record<'marketCap' | GroupCap, Cap>>;

/** The cap of a market of a game, before its start and in play: that of main markets, or of its group. */
export function capOf<Cap>(
  caps: MarketCaps<Cap>,
  { isMain, group }: { readonly isMain: boolean; readonly group: MarketGroup },
): Cap {
  return caps[isMain ? 'marketCap' : CAP_SETTINGS[group]];
}

/** The same cap for each group. */
export const everyGroupCap = <Cap>(cap: Cap): Record<GroupCap, Cap> => ({
  resultsCap: cap,
  totalsCap: cap,
  handicapsCap: cap,
  bothScoreCap: cap,
  oddEvenCap: cap,
  correctScoresCap: cap,
  playersCap: cap,
  periodsCap: cap,
  othersCap: cap,
});

/** Changed settings in their current names: `sideMarketCap` was the cap of every group that there was, which players weren't. */
export function withGroupCaps(changed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { sideMarketCap, ...others } = changed;
  const { playersCap: _, ...caps } = everyGroupCap(sideMarketCap);
  return { ...(sideMarketCap !== undefined && caps), ...others };
}
