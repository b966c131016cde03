import {
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import { applyToBook, type Book, bookHonours } from '@tallystone/core/odds/book';
import { type FeedBook, isFresh } from '@tallystone/core/odds/feed';
import { payoutOf } from '@tallystone/core/odds/payout';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { getMarketOfBooks, type StoredMarket } from '../markets/stored-market.ts';

export interface Replay {
  readonly markets: number;
  readonly bets: number;
  /** What does not follow from the rules, a sentence each. */
  readonly offences: readonly string[];
}

const PAGE_BETS = 5000;
const OFFENCES_SHOWN = 20;

/**
 * Places every bet again, market by market in the order of their versions, with the rules alone: each must
 * have been acceptable on what the ones before it left, pay stake times odds, and together they must make
 * the market that is stored. On a market of the feed a bet must have been acceptable at the odds that the feed
 * gave last before it, while they were fresh, and within the market's cap.
 */
export async function replayBets(tx: Tx, { pageBets = PAGE_BETS } = {}): Promise<Replay> {
  const offences: string[] = [];
  let bets = 0;
  const markets = await rows<{ id: string }>(tx, sql`select id from markets order by id`);
  for (const { id } of markets) {
    const market = await getMarketOfBooks(tx, id);
    if (market === null) continue;
    bets += await replayMarket(tx, market, pageBets, (offence) => offences.push(offence));
    if (offences.length >= OFFENCES_SHOWN) break;
  }
  return { markets: markets.length, bets, offences: offences.slice(0, OFFENCES_SHOWN) };
}

async function replayMarket(
  tx: Tx,
  market: StoredMarket,
  pageBets: number,
  onOffence: (offence: string) => void,
): Promise<number> {
  const priceBefore = await priceBeforeOf(tx, market);
  let book: Book = {
    ...market.book,
    openReturns: market.outcomeIds.map(() => ZERO_USDC),
    received: ZERO_USDC,
  };
  let version = 1;
  let bets = 0;
  for (;;) {
    const page = await selectPage(tx, { marketId: market.id, afterVersion: version, pageBets });
    for (const bet of page) {
      const { id, outcomeId, stake, odds, payout, marketVersion } = bet;
      const outcome = market.outcomeIds.indexOf(outcomeId);
      if (payout !== payoutOf({ stake, odds })) {
        onOffence(
          `bet ${id} pays ${payout} micro-USDC where stake times odds is ${payoutOf({ stake, odds })}`,
        );
      }
      if (outcome < 0) onOffence(`bet ${id} is on an outcome of another market than ${market.id}`);
      else {
        if (book.kind === 'feed') {
          book = { ...book, ...priceBefore(bet), room: book.lossBudget };
          if (!isFresh(book, bet.placedAt)) onOffence(`bet ${id} was placed at odds that were not fresh`);
        }
        if (!bookHonours(book, { outcome, stake, odds, isQuoted: bet.isQuoted })) {
          onOffence(`bet ${id} was not acceptable as bet of version ${marketVersion} of market ${market.id}`);
        }
        book = applyToBook(book, { outcome, stake, odds });
      }
      version = marketVersion;
    }
    bets += page.length;
    if (page.length < pageBets) break;
  }
  const isSame =
    book.received === market.book.received &&
    book.openReturns.every((returns, outcome) => returns === market.book.openReturns[outcome]);
  if (!isSame) onOffence(`market ${market.id} is not what its ${bets} bets make of it`);
  return bets;
}

/** Odds and their moment as a bet found them. Versions must be asked for in rising order. */
async function priceBeforeOf(
  tx: Tx,
  { id, outcomeIds, book }: StoredMarket,
): Promise<(bet: ReplayedBet) => Pick<FeedBook, 'odds' | 'pricedAt'>> {
  const prices = book.kind === 'feed' ? await selectPrices(tx, id) : [];
  const none = outcomeIds.map(() => null);
  let next = 0;
  return ({ marketVersion, pricedAt }) => {
    while ((prices[next]?.version ?? marketVersion) < marketVersion) next += 1;
    // A bet that does not say how old its odds were is as bad as one at the oldest.
    return { odds: prices[next - 1]?.odds ?? none, pricedAt: pricedAt ?? new Date(0) };
  };
}

async function selectPrices(
  tx: Tx,
  marketId: string,
): Promise<{ version: number; odds: (MicroOdds | null)[] }[]> {
  const found = await rows<{ version: string; odds: (string | null)[] }>(
    tx,
    sql`
      select p.version::text, p.odds from feed_prices p
      where p.market_id = ${marketId}
      order by p.version`,
  );
  return found.map(({ version, odds }) => ({
    version: Number(version),
    odds: odds.map((each) => (each === null ? null : microOdds(BigInt(each)))),
  }));
}

interface ReplayedBet {
  id: string;
  isQuoted: boolean;
  placedAt: Date;
  pricedAt: Date | null;
  outcomeId: string;
  stake: MicroUsdc;
  odds: MicroOdds;
  payout: MicroUsdc;
  marketVersion: number;
}

async function selectPage(
  tx: Tx,
  { marketId, afterVersion, pageBets }: { marketId: string; afterVersion: number; pageBets: number },
): Promise<ReplayedBet[]> {
  const page = await rows<{
    id: string;
    is_quoted: boolean;
    placed_at: string;
    priced_at: string | null;
    outcome_id: string;
    stake: string;
    odds: string;
    payout: string;
    market_version: string;
  }>(
    tx,
    sql`
      select b.id, b.quote_id is not null as is_quoted, b.placed_at, b.priced_at, b.outcome_id, b.stake::text,
        b.odds::text, b.payout::text, b.market_version::text
      from bets b
      where b.market_id = ${marketId} and b.market_version > ${afterVersion}
      -- By the column: the bare name would be the text that is selected.
      order by b.market_version
      limit ${pageBets}`,
  );
  return page.map((row) => ({
    id: row.id,
    isQuoted: row.is_quoted,
    placedAt: new Date(row.placed_at),
    pricedAt: row.priced_at === null ? null : new Date(row.priced_at),
    outcomeId: row.outcome_id,
    stake: microUsdc(BigInt(row.stake)),
    odds: microOdds(BigInt(row.odds)),
    payout: microUsdc(BigInt(row.payout)),
    marketVersion: Number(row.market_version),
  }));
}
