import { type BatchDecision, decideBatch } from '@tallystone/core/betting/decide-batch';
import type { AnyBet } from '@tallystone/core/betting/decide-bet';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import type { Tx } from '../db/db.ts';
import { type KeyedEntry, recordEntries } from '../ledger/record-entries.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { type BatchFacts, insertBets, loadBatchFacts, lockAccounts, rowOf } from './batch-store.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { placedBet } from './placed-bet.ts';
import type { Stakes, WrittenBatch } from './stakes.ts';
import type { StoredBet } from './stored-bet.ts';

/**
 * Places bets of one market in one transaction, in the order in which they arrived: load under locks, decide, save. The
 * answers count only once the transaction has committed.
 *
 * @returns one answer per bet, in the same order
 */
export async function placeBets<B extends AnyBet, R extends BetRequest<B>>(
  tx: Tx,
  batch: { marketId: string; bets: readonly R[]; stakes: Stakes<B, R> },
): Promise<BetAnswer[]> {
  const { marketId, bets, stakes } = batch;

  // Load. Every batch of every process locks the market first, then the accounts in the order of their ids.
  const locked = await lockMarket(tx, marketId);
  if (locked === null) {
    const refusal = { kind: 'rejected', reason: 'unknown-market' } as const;
    return bets.map(() => ({ kind: 'refused', refusal, market: null, funds: null }));
  }
  const userIds = [...new Set(bets.map((bet) => bet.identity.userId))];
  // A market of the feed gets its cap from the pool with its first bet, so that markets without bets reserve no money.
  const isFunding = locked.book.kind === 'feed' && !locked.isFunded;
  const accounts = await lockAccounts(tx, { marketId, userIds, withPool: isFunding || stakes.usesPool });
  const { pool, balances } = accounts;
  const funded = isFunding ? withoutRoomUnless(locked, pool) : locked;
  const market = await stakes.marketOf(tx, funded, { marketId, pool });
  const feedMarketId = locked.book.kind === 'feed' ? marketId : null;
  const facts = await loadBatchFacts(tx, stakes, { feedMarketId, bets, balances });

  // Decide.
  const decisions = decideBatch(stakes.rules, { market, bets, ...facts });
  const { accepted, answers, bookAfter } = answersTo(decisions, { market, bets, facts, stakes });

  // Save.
  if (accepted.length > 0) {
    const { version, book } = market;
    const funding = {
      key: `market-open:${marketId}:${version}`,
      entry: marketOpenEntry({ marketId, amount: book.lossBudget }),
    };
    const entries = await recordEntries(tx, isFunding ? [funding, ...accepted] : accepted, accounts.ids);
    const written = accepted.map(({ key, row, ...bet }) => ({
      ...bet,
      row: { ...row, [stakes.entryColumn]: entries.get(key) },
    }));
    await insertBets(tx, stakes, { marketId, version, isFunding, bookAfter, at: facts.now, bets: written });
  }
  return answers;
}

/** A market that is not funded can lose nothing while the pool holds less than its cap. */
function withoutRoomUnless(market: LockedMarket, pool: MicroUsdc): LockedMarket {
  const { book } = market;
  if (book.kind !== 'feed' || pool >= book.lossBudget) return market;
  return { ...market, book: { ...book, room: ZERO_USDC } };
}

/** An accepted bet with its entry, whose id the row does not have yet. */
type NewBet = KeyedEntry & WrittenBatch['bets'][number];

/** What to store and what to answer for each bet, and the book after all of them. */
function answersTo<B extends AnyBet, R extends BetRequest<B>>(
  decisions: readonly BatchDecision<B>[],
  batch: { market: LockedMarket; bets: readonly R[]; facts: BatchFacts<B>; stakes: Stakes<B, R> },
): { accepted: NewBet[]; answers: BetAnswer[]; bookAfter: Book } {
  const { market, bets, facts, stakes } = batch;
  let bookAfter = market.book;
  const funds = new Map<string, B['funds']>(facts.funds);
  const accepted: NewBet[] = [];
  const answers: BetAnswer[] = [];
  for (const [index, request] of bets.entries()) {
    const decision = decisions[index];
    const { userId } = request.identity;
    const bettor = funds.get(userId);
    if (decision === undefined || bettor === undefined) throw new Error(`bet ${index} was not decided`);
    switch (decision.kind) {
      case 'accepted': {
        const { shown, columns } = stakes.accept(request, decision);
        const stored: StoredBet = {
          id: request.betId,
          marketId: request.marketId,
          outcomeId: request.terms.outcomeId,
          stake: request.terms.stake,
          odds: decision.odds,
          payout: decision.payout,
          placedAt: facts.now,
          signature: request.signature,
          ...shown,
        };
        const version = market.version + accepted.length + 1;
        const { dailyStakeCap } = bettor;
        const row = { ...rowOf(request, stored, { market, dailyStakeCap, version }), ...columns };
        const entry = stakes.entryOf({ userId, ...stored });
        accepted.push({ key: `${entry.kind}:${stored.id}`, entry, stored, row });
        bookAfter = decision.marketAfter.book;
        funds.set(userId, decision.fundsAfter);
        answers.push({ kind: 'placed', bet: placedBet(stored, request.family) });
        break;
      }
      case 'rejected':
        answers.push({
          kind: 'refused',
          refusal: decision,
          market: {
            outcomeIds: market.outcomeIds,
            book: bookAfter,
            version: market.version + accepted.length,
          },
          funds: bettor,
        });
        break;
      case 'repeated': {
        const earlier = facts.earlier.find((bet) => bet.id === decision.betId);
        if (earlier === undefined) throw new Error(`bet ${decision.betId} was not loaded`);
        answers.push({ kind: 'placed', bet: placedBet(earlier, request.family) });
        break;
      }
      case 'repeated-in-batch': {
        const first = answers[decision.index];
        if (first === undefined) throw new Error(`bet ${decision.index} was not answered`);
        answers.push(first);
        break;
      }
    }
  }
  return { accepted, answers, bookAfter };
}
