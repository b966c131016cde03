import { type BatchDecision, decideBatch } from '@tallystone/core/betting/decide-batch';
import type { AnyBet } from '@tallystone/core/betting/decide-bet';
import { marketOpenEntry } from '@tallystone/core/ledger/market-open-entry';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import type { SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { exists } from '../db/rows.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import { gatherPool, lockSlices } from '../ledger/lock-pool.ts';
import { sliceOf } from '../ledger/pool-slices.ts';
import type { KeyedEntry } from '../ledger/record-entries.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { announcingMarketChange, marketChangesAnnounced } from '../markets/market-changes.ts';
import { type BatchFacts, loadBatchFacts, lockAccounts, rowOf, storeSql } from './batch-store.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { placedBet } from './placed-bet.ts';
import { readUnlocked } from './read-unlocked.ts';
import type { Stakes, WrittenBatch } from './stakes.ts';
import type { StoredBet } from './stored-bet.ts';
import type { Seen } from './unchanged.ts';

export interface MarketBatch<B extends AnyBet = AnyBet, R extends BetRequest<B> = BetRequest<B>> {
  readonly marketId: string;
  readonly bets: readonly R[];
  readonly stakes: Stakes<B, R>;
}

/** A batch that was decided and is still to be stored. */
export interface DecidedBatch {
  /** One per bet, in the same order. They count only once the batch is stored and committed. */
  readonly answers: BetAnswer[];
  /** Stores the accepted bets, and finds no row if what they were decided on has changed. Null: there are none. */
  readonly store: SQL | null;
  /** What the market's slice of the pool holds for the accepted bets, micro-USDC. */
  readonly held: MicroUsdc;
}

/** The market's slice of the pool can't hold what the bets may have to be paid. The whole pool may. */
export class SliceShort extends Error {}

/**
 * Places bets of one market in one transaction, in the order in which they arrived: load under locks, decide, store. The
 * answers count only once the transaction has committed.
 *
 * @param wholePool whether to lock all of the pool and move to the market's slice what it lacks
 * @param due the market, which is locked already, if these are orders whose delay is over; then they are decided at once although
 *   the game is played
 * @returns one answer per bet, in the same order
 * @throws SliceShort if the transaction has to be undone and begun again with the whole pool
 */
export async function placeBets<B extends AnyBet, R extends BetRequest<B>>(
  tx: Tx,
  batch: MarketBatch<B, R>,
  { wholePool, due = null }: { wholePool: boolean; due?: LockedMarket | null },
): Promise<BetAnswer[]> {
  const { marketId, bets } = batch;
  // Every batch of every process locks the market first, then the accounts in the order of their ids.
  const locked = due ?? (await lockMarket(tx, marketId));
  if (locked === null) {
    const refusal = { kind: 'rejected', reason: 'unknown-market' } as const;
    return bets.map(() => ({ kind: 'refused', refusal, market: null, funds: null }));
  }
  const areOrders = due === null && locked.delaySeconds !== null;
  const stakes = due === null ? stakesFor(locked, batch.stakes) : batch.stakes;
  const userIds = [...new Set(bets.map((bet) => bet.identity.userId))];
  // A market of the feed gets its cap from the pool with its first bet, so that markets without bets reserve no money.
  const isFunding = locked.book.kind === 'feed' && !locked.isFunded && !areOrders;
  const use = isFunding || wholePool ? 'whole' : stakes.usesPool ? 'slice' : 'none';
  const { balances, ids, ...accounts } = await lockAccounts(tx, {
    marketId,
    userIds,
    pool: use,
    orders: areOrders,
  });
  const whole = use === 'whole' ? await lockSlices(tx, accounts.pool) : null;
  const pool = whole?.total ?? accounts.pool;
  const funded = isFunding ? withoutRoomUnless(locked, pool) : locked;
  const market = await stakes.marketOf(tx, funded, { marketId, pool });
  const feedMarketId = locked.book.kind === 'feed' ? marketId : null;
  const facts = await loadBatchFacts(tx, stakes, { feedMarketId, bets, balances });
  const announcing = announcingMarketChange(tx);
  const { answers, store, held } = decide(
    { ...batch, stakes },
    { market, facts, ids, isFunding, announcing, seen: null },
  );
  if (store === null) return answers;
  if (whole !== null) {
    const row = isFunding ? locked.book.lossBudget : ZERO_USDC;
    await gatherPool(tx, whole, { row, slice: { slot: sliceOf(marketId), amount: held } });
  }
  if (!(await exists(tx, store))) {
    if (use === 'slice') throw new SliceShort();
    throw new Error(`market ${marketId} left version ${market.version} while it was locked`);
  }
  marketChangesAnnounced(tx, [marketId]);
  return answers;
}

/** On a running game, those of bets that wait for its delay first. */
function stakesFor<B extends AnyBet, R extends BetRequest<B>>(
  { delaySeconds }: LockedMarket,
  stakes: Stakes<B, R>,
): Stakes<B, R> {
  if (delaySeconds === null) return stakes;
  if (stakes.inPlay === null) throw new Error('these stakes cannot wait for the delay of a running game');
  return stakes.inPlay(delaySeconds);
}

/**
 * Decides bets of one market as `placeBets` does, without locks: `store` then compares what was read, under the locks, in the
 * statement that stores the bets. The caller then announces the change. Two statements instead of seven, so a bet that meets no
 * other costs less.
 *
 * @returns null if such stakes need locks, the market isn't one of our own or there is none, or if all that would be answered as
 *   placed was placed before: that takes a COMMIT, which only a primary with its standby can make
 */
export async function decideUnlocked<B extends AnyBet, R extends BetRequest<B>>(
  db: Db,
  batch: MarketBatch<B, R>,
): Promise<DecidedBatch | null> {
  const read = await readUnlocked(db, batch.stakes, batch);
  if (read === null) return null;
  const announcing = announcingMarketChange(db);
  const decided = decide(batch, { ...read, isFunding: false, announcing });
  const areRepeats = decided.store === null && decided.answers.some(({ kind }) => kind === 'placed');
  return areRepeats ? null : decided;
}

/** What a batch is decided on. */
interface Loaded<B extends AnyBet> {
  readonly market: LockedMarket & B['market'];
  readonly facts: BatchFacts<B>;
  readonly ids: AccountIds;
  /** Whether the market's loss budget goes into its escrow with these bets. */
  readonly isFunding: boolean;
  /** What the statement that stores the bets selects to announce the change. */
  readonly announcing: SQL;
  /** Null under locks. */
  readonly seen: Seen | null;
}

function decide<B extends AnyBet, R extends BetRequest<B>>(
  { marketId, bets, stakes }: MarketBatch<B, R>,
  { market, facts, ids, isFunding, announcing, seen }: Loaded<B>,
): DecidedBatch {
  const isSignedOut = ({ uncheckedSession }: R) =>
    uncheckedSession !== null && facts.endedSessions.has(uncheckedSession);
  const signedIn = bets.filter((bet) => !isSignedOut(bet));
  const decisions = decideBatch(stakes.rules, { market, bets: signedIn, ...facts });
  const { accepted, bookAfter, ...decided } = answersTo(decisions, { market, bets: signedIn, facts, stakes });
  const next = decided.answers.values();
  const answers = bets.map((bet) => (isSignedOut(bet) ? SIGNED_OUT : (next.next().value as BetAnswer)));
  if (accepted.length === 0) return { answers, store: null, held: ZERO_USDC };
  const { version, book } = market;
  const funding = {
    key: `market-open:${marketId}:${version}`,
    entry: marketOpenEntry({ marketId, amount: book.lossBudget }),
  };
  const entries = isFunding ? [funding, ...accepted] : accepted;
  const written = { marketId, version, isFunding, bookAfter, at: facts.now, bets: accepted };
  const slot = stakes.usesPool ? sliceOf(marketId) : null;
  const store = storeSql(stakes, { ...written, entries, ids, announcing, seen, slot });
  return { answers, store, held: sumHeld(accepted) };
}

const SIGNED_OUT: BetAnswer = { kind: 'signed-out' };

const sumHeld = (entries: readonly KeyedEntry[]): MicroUsdc =>
  microUsdc(
    entries
      .filter(({ entry }) => entry.kind === 'hold')
      .flatMap(({ entry }) => entry.postings)
      .reduce((sum, { amount }) => sum + amount, 0n),
  );

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
        const { shown, columns } = stakes.accept(request, decision, facts.now);
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
