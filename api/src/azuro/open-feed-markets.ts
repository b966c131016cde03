import { randomBytes } from 'node:crypto';
import type { Category } from '@tallystone/core/http-api/markets';
import { encodeId, outcomeIdOf } from '@tallystone/core/ids';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { feedProbabilitiesOf } from '@tallystone/core/odds/feed';
import type { Tx } from '../db/db.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';
import type { FeedGame } from './azuro-feed.ts';
import { insertFeedMarkets, takenGames } from './import-store.ts';
import type { MainOutcome } from './main-market.ts';

/** A market that takes its odds from the feed, not open yet. */
export interface NewFeedMarket {
  readonly game: FeedGame;
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly subcategory: string;
  readonly conditionId: string;
  /** In the order in which they are shown. */
  readonly outcomes: readonly MainOutcome[];
  /** When the feed was asked for the odds. */
  readonly pricedAt: Date;
}

/**
 * Opens one market for each game that has none. The cap goes into escrow with the first bet. Callers take turns, see
 * `takeImportTurn`.
 *
 * @param marketCap the most the house may lose on each market, micro-USDC
 * @param gameCap the most it may lose on all markets of a game, micro-USDC
 * @returns the ids of the opened markets, by game id
 */
export async function openFeedMarkets(
  tx: Tx,
  markets: readonly NewFeedMarket[],
  { marketCap, gameCap }: { marketCap: MicroUsdc; gameCap: MicroUsdc },
): Promise<Map<string, string>> {
  const taken = await takenGames(tx, markets);
  const fresh = markets
    .filter(({ game, conditionId }) => !taken.gameIds.has(game.id) && !taken.conditionIds.has(conditionId))
    .map((market) => {
      const odds = market.outcomes.map((outcome) => outcome.odds);
      const id = encodeId('m_', randomBytes(13));
      return {
        ...market,
        id,
        outcomeIds: market.outcomes.map((_, place) => outcomeIdOf(id, place)),
        probabilities: feedProbabilitiesOf({ odds }),
      };
    });
  if (fresh.length > 0) await insertFeedMarkets(tx, fresh, { marketCap, gameCap });
  await announceMarketChanges(
    tx,
    fresh.map(({ id }) => id),
  );
  return new Map(fresh.map(({ game, id }) => [game.id, id]));
}
