import type { MarketGroup } from '@tallystone/core/http-api/market-group';
import type { Category } from '@tallystone/core/http-api/markets';
import { outcomeIdOf } from '@tallystone/core/ids';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { feedProbabilitiesOf } from '@tallystone/core/odds/feed';
import type { MarketCaps } from '@tallystone/core/settings/market-caps';
import type { Tx } from '../db/db.ts';
import { randomId } from '../db/random-id.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';
import type { FeedGame } from './azuro-feed.ts';
import { insertFeedMarkets } from './import-store.ts';
import type { MainOutcome } from './main-market.ts';

/** What is stored of a game. */
export interface GameFacts extends Pick<FeedGame, 'id' | 'title' | 'state' | 'startsAt' | 'turnover'> {
  readonly sport: { readonly name: string };
  readonly league: { readonly name: string };
  readonly country: { readonly name: string };
}

/** Limits of what markets and their games may lose, micro-USDC. */
export interface Caps extends MarketCaps<MicroUsdc> {
  /** On all markets of a game. */
  readonly gameCap: MicroUsdc;
}

/** How a game is in play. */
export interface InPlay {
  /** The id of the same game before its start. */
  readonly of: string;
  readonly delaySeconds: number;
  readonly endsAt: Date;
}

/** An outcome of the feed, or the other side of one, which the feed neither names nor prices. */
export type NewOutcome = MainOutcome | { readonly id: null; readonly name: string; readonly odds: null };

/** A market that takes its odds from the feed, not open yet. */
export interface NewFeedMarket {
  readonly game: GameFacts;
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
  /** The outcome of the condition that it is about, if each is decided by itself; null: about all of them. */
  readonly ofOutcome: string | null;
  /** Whether the feed offers it in play, too. */
  readonly mayGoInPlay: boolean;
  /** How many outcomes win. */
  readonly winners: number;
  /** In the order in which they are shown. */
  readonly outcomes: readonly NewOutcome[];
  /** When the feed was asked for the odds. */
  readonly pricedAt: Date;
}

/**
 * Opens feed markets whose conditions no other market has. Their caps go into escrow with the first bet. Callers take turns,
 * see `takeImportTurn`.
 *
 * @param inPlay the markets are those of one running game, and take bets with the feed's next price; null for all others
 * @returns the opened markets with their ids
 */
export async function openFeedMarkets(
  tx: Tx,
  markets: readonly NewFeedMarket[],
  caps: Caps,
  inPlay: InPlay | null = null,
): Promise<(NewFeedMarket & { id: string })[]> {
  const opened = markets.map((market) => {
    const odds = market.outcomes.map((outcome) => outcome.odds);
    const id = randomId('m_');
    return {
      ...market,
      id,
      outcomeIds: market.outcomes.map((_, place) => outcomeIdOf(id, place)),
      probabilities: feedProbabilitiesOf({
        odds,
        winners: market.winners,
        isOneSided: market.ofOutcome !== null,
      }),
    };
  });
  if (opened.length > 0) await insertFeedMarkets(tx, opened, caps, inPlay);
  await announceMarketChanges(
    tx,
    opened.map(({ id }) => id),
  );
  return opened;
}
