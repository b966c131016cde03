import { mostAffordable, suspendedRefusal } from '@tallystone/core/betting/chain-rules';
import type { BettableMarket } from '@tallystone/core/betting/decide-bet';
import type { Refusal } from '@tallystone/core/betting/refusal';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { stateAt } from '@tallystone/core/markets/lifecycle';
import { CENT, type MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { bookAffordable, bookMaxStakeAt, bookOdds } from '@tallystone/core/odds/book';
import { isFresh } from '@tallystone/core/odds/feed';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { minOddsOf, type RecentTrade } from '@tallystone/core/odds/min-odds';
import { LOWEST_ODDS } from '@tallystone/core/odds/parse-odds';
import { say } from '@tallystone/core/sentences/say';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { Missing } from '../http/remember-missing.ts';
import type { Session } from '../http/session.ts';
import { getStoredMarket, type StoredMarket } from '../markets/stored-market.ts';
import { getFunds } from './get-funds.ts';
import { refusalError } from './refusal-error.ts';
import type { Stakes } from './stakes.ts';
import { type Bettor, type QuotedStake, wireQuote } from './wire-quote.ts';

export interface QuoteDeps {
  db: Db;
  stakes: Stakes;
  quoteKey: Uint8Array;
  now: () => Date;
  /** Throws while no bets may be taken. */
  requireBettable(): void;
  missingMarkets: Missing;
  /** A market's latest bets and prices. */
  recentTrade(marketId: string): Promise<RecentTrade>;
}

/** What a stake on an outcome would get now. It reserves nothing and guarantees no price. */
export async function quote(
  deps: QuoteDeps,
  query: { marketId: string; outcomeId: string; amount: string; session: Session | null },
): Promise<WireQuote> {
  const { db, stakes, now, requireBettable, missingMarkets } = deps;
  const { marketId, outcomeId, session } = query;
  const stake = parseUsdc(query.amount);
  if (stake === null) throw amountError();
  stakes.requireQuotable(requireBettable);
  const market = await missingMarkets.find(marketId, () => getStoredMarket(db, marketId));
  if (market === null) throw refusalError({ kind: 'rejected', reason: 'unknown-market' });
  const quoted = priceOf(market, { outcomeId, stake, now: now(), stakes });
  if ('kind' in quoted) throw refusalError(quoted);

  const found = session && (await getFunds(db, { userId: session.userId, mode: stakes.mode }));
  const until = found?.waitsUntil ?? null;
  if (until !== null) throw refusalError({ kind: 'rejected', reason: 'live-wait', until });
  const bettor = session &&
    found && { userId: session.userId, funds: found.funds, isLive: stakes.isStakeSigned(session) };
  return sealedQuote(deps, quoted, { market, bettor });
}

/** A quote with the lowest odds that the server suggests to sign, if the market fills bets at better odds too. */
export async function sealedQuote(
  { quoteKey, now, recentTrade }: Pick<QuoteDeps, 'quoteKey' | 'now' | 'recentTrade'>,
  quoted: Omit<QuotedStake, 'minOdds'>,
  { market, bettor }: { market: Pick<BettableMarket, 'book' | 'outcomeIds'>; bettor: Bettor | null },
): Promise<WireQuote> {
  const { book, outcomeIds } = market;
  const { marketId, outcomeId, odds } = quoted;
  const minOdds =
    book.rule === AT_LEAST
      ? minOddsOf(book, { outcome: outcomeIds.indexOf(outcomeId), odds, recent: await recentTrade(marketId) })
      : null;
  return wireQuote({ ...quoted, minOdds }, { key: quoteKey, now: now(), bettor });
}

export const amountError = () => new HttpError('invalid-request', say('not-an-amount'));

function priceOf(
  market: StoredMarket,
  { outcomeId, stake, now, stakes }: { outcomeId: string; stake: MicroUsdc; now: Date; stakes: Stakes },
): Omit<QuotedStake, 'minOdds'> | Refusal {
  const outcome = market.outcomeIds.indexOf(outcomeId);
  if (outcome < 0) return { kind: 'rejected', reason: 'unknown-outcome' };
  const state = stateAt(market, now);
  if (state !== 'open' && state !== 'suspended') return { kind: 'rejected', reason: 'market-closed' };
  const late = stakes.refuseQuote(market, now);
  if (late !== null) return late;
  if (market.book.kind === 'feed' && !isFresh(market.book, now)) {
    return { kind: 'rejected', reason: 'feed-stale' };
  }
  if (state === 'suspended') return suspendedRefusal(market);
  if (stake < CENT) return { kind: 'rejected', reason: 'stake-too-small' };
  // The most that the market has odds for, not the most that it would take.
  const maxStake = bookMaxStakeAt(market.book, { outcome, odds: LOWEST_ODDS });
  if (stake > maxStake) return { kind: 'rejected', reason: 'stake-too-large', maxStake };
  const odds = bookOdds(market.book, { outcome, stake });
  if (odds === null) return { kind: 'rejected', reason: 'odds-changed', odds, maxStake };
  const { onChain } = market;
  const affordable =
    onChain === null
      ? bookAffordable(market.book, { outcome, odds })
      : mostAffordable(market.book, { outcome, odds, market: onChain });
  if (stake > affordable) return { kind: 'rejected', reason: 'stake-too-large', maxStake: affordable };
  return { marketId: market.id, outcomeId, stake, odds, maxStake, version: market.version };
}
