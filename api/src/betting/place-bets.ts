import { type BatchDecision, decideBatch } from '@tallystone/core/betting/decide-batch';
import { betEntry } from '@tallystone/core/ledger/bet-entry';
import { holdEntry } from '@tallystone/core/ledger/hold-entry';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import type { Tx } from '../db/db.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { holdableOf } from '../markets/stored-market.ts';
import { acceptLiveBet } from './accept-live-bet.ts';
import { type BatchFacts, insertBets, loadBatchFacts, lockAccounts, type NewBet } from './batch-store.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { withinChain } from './chain-terms.ts';
import { insertLiveBets, loadLiveFacts } from './live-batch-store.ts';
import type { LiveHouse } from './live-stake.ts';
import { justAccepted } from './on-chain.ts';
import { placedBet, type StoredBet } from './placed-bet.ts';

/**
 * Places bets of one market in one transaction, in the order they arrived: load under locks, decide, save.
 * The answers hold only once the transaction has committed.
 *
 * @param batch.house where the stakes are on the chain: the bets are then pending, and the pool holds what they may be paid
 * @returns one answer per bet, in the same order
 */
export async function placeBets(
  tx: Tx,
  batch: {
    marketId: string;
    bets: readonly BetRequest[];
    mode: 'demo' | 'live';
    house?: LiveHouse | null;
  },
): Promise<BetAnswer[]> {
  const { marketId, bets, mode, house = null } = batch;

  // Load. Market first, then the accounts in id order: every batch of every process locks alike.
  const locked = await lockMarket(tx, marketId);
  if (locked === null) {
    const refusal = { kind: 'rejected', reason: 'unknown-market' } as const;
    return bets.map(() => ({ kind: 'refused', refusal, market: null, funds: null }));
  }
  const userIds = [...new Set(bets.map((bet) => bet.identity.userId))];
  // A market of the feed gets its cap from the pool with its first bet, so that markets nobody bets on tie up nothing.
  const isUnfunded = locked.book.kind === 'feed' && !locked.isFunded;
  const accounts = await lockAccounts(tx, { marketId, userIds, withPool: isUnfunded || house !== null });
  const funded = isUnfunded ? withoutRoomUnless(locked, accounts.pool) : locked;
  const market =
    house === null
      ? funded
      : await withinChain(tx, {
          marketId,
          market: { ...funded, holdable: holdableOf(funded, accounts.pool) },
        });
  const facts =
    house === null
      ? await loadBatchFacts(tx, {
          feedMarketId: locked.book.kind === 'feed' ? marketId : null,
          bets,
          mode,
          balances: accounts.balances,
        })
      : await loadLiveFacts(tx, bets);

  // Decide.
  const decisions = decideBatch({
    market,
    funds: facts.funds,
    earlier: facts.earlier,
    bets,
    now: facts.now,
  });
  const { accepted, answers, bookAfter } = answersTo(decisions, {
    market,
    bets,
    facts,
    house,
  });

  // Save.
  if (accepted.length > 0) {
    const funding = {
      key: `market-open:${marketId}:${market.version}`,
      entry: marketOpenEntry({ marketId, amount: market.book.lossBudget }),
    };
    const entryKey = ({ betId }: BetRequest) => `${house === null ? 'bet' : 'hold'}:${betId}`;
    const stakes = accepted.map(({ request, stored }) => ({
      key: entryKey(request),
      entry:
        house === null
          ? betEntry({ userId: request.identity.userId, marketId, stake: stored.stake })
          : holdEntry({ marketId, payout: stored.payout }),
    }));
    const entries = await recordEntries(tx, isUnfunded ? [funding, ...stakes] : stakes, accounts.ids);
    const written = {
      marketId,
      version: market.version,
      isFunding: isUnfunded,
      bets: accepted.map((bet) => ({ ...bet, entryId: entries.get(entryKey(bet.request)) ?? '' })),
    };
    if (house === null) await insertBets(tx, { ...written, now: facts.now, bookAfter });
    else await insertLiveBets(tx, written);
  }
  return answers;
}

/** A market that is not funded can lose nothing while the pool holds less than its cap. */
function withoutRoomUnless(market: LockedMarket, pool: MicroUsdc): LockedMarket {
  const { book } = market;
  if (book.kind !== 'feed' || pool >= book.lossBudget) return market;
  return { ...market, book: { ...book, room: ZERO_USDC } };
}

/** What to write and what to answer, bet by bet, and the book that they leave. */
function answersTo(
  decisions: readonly BatchDecision[],
  batch: { market: LockedMarket; bets: readonly BetRequest[]; facts: BatchFacts; house: LiveHouse | null },
): { accepted: Omit<NewBet, 'entryId'>[]; answers: BetAnswer[]; bookAfter: Book } {
  const { market, bets, facts, house } = batch;
  let bookAfter = market.book;
  const funds = new Map(facts.funds);
  const accepted: Omit<NewBet, 'entryId'>[] = [];
  const answers: BetAnswer[] = [];
  for (const [index, request] of bets.entries()) {
    const decision = decisions[index];
    const bettor = funds.get(request.identity.userId);
    if (decision === undefined || bettor === undefined) throw new Error(`bet ${index} was not decided`);
    switch (decision.kind) {
      case 'accepted': {
        const { outcomeId, stake, odds: signedOdds } = request.terms;
        const live = house === null ? null : acceptLiveBet(request, { decided: decision.live, house });
        const stored: StoredBet = {
          id: request.betId,
          marketId: request.marketId,
          outcomeId,
          stake,
          odds: decision.odds,
          signedOdds: market.book.rule === AT_LEAST ? signedOdds : null,
          payout: decision.payout,
          status: live === null ? 'confirmed' : 'pending',
          placedAt: facts.now,
          signature: request.signature,
          ...(live !== null && { onChain: justAccepted(live) }),
        };
        accepted.push({
          request,
          stored,
          closesAt: market.closesAt,
          pricedAt: market.book.kind === 'feed' ? market.book.pricedAt : null,
          dailyStakeCap: bettor.dailyStakeCap,
          marketVersion: market.version + accepted.length + 1,
          ...(live !== null && { live }),
        });
        bookAfter = decision.marketAfter.book;
        funds.set(request.identity.userId, decision.fundsAfter);
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
        answers.push({ kind: 'placed', bet: placedBet(earlier, request.family), isRepeat: true });
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
