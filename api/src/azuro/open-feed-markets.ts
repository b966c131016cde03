import { randomBytes } from 'node:crypto';
import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import type { Category } from '@tallystone/core/http-api/markets';
import { encodeId, outcomeIdOf } from '@tallystone/core/ids';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { feedProbabilitiesOf } from '@tallystone/core/odds/feed';
import type { Tx } from '../db/db.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';
import type { FeedGame } from './azuro-feed.ts';
import { insertFeedMarkets } from './import-store.ts';
import type { MainOutcome } from './main-market.ts';

/** A market that takes its odds from the feed, not open yet. */
export interface NewFeedMarket {
  readonly game: FeedGame;
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly subcategory: string;
  /** Whether it is the game's market in the list. */
  readonly isMain: boolean;
  readonly group: MarketGroup;
  /** What it is on, without the game and the line. */
  readonly name: string;
  readonly line: number | null;
  readonly conditionId: string;
  /** How many outcomes win. */
  readonly winners: number;
  /** In the order in which they are shown. */
  readonly outcomes: readonly MainOutcome[];
  /** When the feed was asked for the odds. */
  readonly pricedAt: Date;
}

/**
 * Opens feed markets whose conditions no other market has. Their caps go into escrow with the first bet. Callers take turns,
 * see `takeImportTurn`.
 *
 * @param marketCap the most the house may lose on a main market, micro-USDC
 * @param sideMarketCap the same for each other market
 * @param gameCap the most it may lose on all markets of a game, micro-USDC
 * @returns the opened markets with their ids
 */
export async function openFeedMarkets(
  tx: Tx,
  markets: readonly NewFeedMarket[],
  caps: { marketCap: MicroUsdc; sideMarketCap: MicroUsdc; gameCap: MicroUsdc },
): Promise<(NewFeedMarket & { id: string })[]> {
  const opened = markets.map((market) => {
    const odds = market.outcomes.map((outcome) => outcome.odds);
    const id = encodeId('m_', randomBytes(13));
    return {
      ...market,
      id,
      outcomeIds: market.outcomes.map((_, place) => outcomeIdOf(id, place)),
      probabilities: feedProbabilitiesOf({ odds, winners: market.winners }),
    };
  });
  if (opened.length > 0) await insertFeedMarkets(tx, opened, caps);
  await announceMarketChanges(
    tx,
    opened.map(({ id }) => id),
  );
  return opened;
}
