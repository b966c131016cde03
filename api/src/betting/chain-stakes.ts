import { acceptedUntil } from '@tallystone/core/betting/acceptance';
import { type ChainBet, chainRules } from '@tallystone/core/betting/chain-rules';
import { waitAfterFailures } from '@tallystone/core/betting/failure-wait';
import { hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { betAcceptance, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { holdEntry } from '@tallystone/core/ledger/hold-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { HttpError } from '../http/http-error.ts';
import { lookUpLive } from '../ledger/same-bet.ts';
import { holdableOf } from '../markets/stored-market.ts';
import { bytea } from './batch-store.ts';
import type { LiveRequest } from './bet-request.ts';
import { withinChain } from './chain-terms.ts';
import { checkLiveBet } from './check-live-bet.ts';
import { type BettorFacts, CHAIN_FACTS } from './facts-columns.ts';
import { isOnLiveChain, type LiveHouse } from './live-stake.ts';
import { justAccepted, onChainPairs, withOnChain } from './on-chain.ts';
import { latestOwnFailures } from './own-failures.ts';
import type { Stakes } from './stakes.ts';
import type { SignedBet } from './wire-signed-bet.ts';

/**
 * Live stakes move from the bettor's wallet to the contract. The bet is pending until a final block has it, and until then
 * the pool holds its possible payout.
 *
 * @param liveHouse null if this server takes no live bets
 */
export function chainStakes(liveHouse: LiveHouse | null): Stakes<ChainBet, LiveRequest> {
  const house = (): LiveHouse => {
    if (liveHouse !== null) return liveHouse;
    throw new HttpError('not-ready', say('no-live-bets'));
  };
  return {
    mode: 'live',
    rules: chainRules,

    // A live bet takes two signatures: don't ask for them while it would be refused.
    requireQuotable: (requireBettable) => requireBettable(),
    refuseQuote: ({ closesAt }, now) =>
      acceptedUntil({ now, closesAt, deadline: closesAt }) === null
        ? { kind: 'rejected', reason: 'market-closed' }
        : null,
    isStakeSigned: (session) => liveHouse !== null && isOnLiveChain(session),
    checkBet: (by, sent) => checkLiveBet({ ...by, house: house() }, sent),

    usesPool: true,
    marketOf: (tx, locked, { marketId, pool }) =>
      withinChain(tx, { marketId, market: { ...locked, holdable: holdableOf(locked, pool) } }),
    facts: CHAIN_FACTS,
    seenFacts: null,
    factsSql: ({ bets, now }) => ({
      clock: sql`date_trunc('milliseconds', clock_timestamp())`,
      ...lookUpLive(sql`a`),
      // Every live bet has a quote, so the quote or the key identifies a repeat.
      repeats: sql``,
      bettor: sql`, 'unasked', (
              select json_agg(json_build_object('id', w.id, 'stake', w.stake::text, 'confirmedAt', w.confirmed_at))
              from (${stakesUnasked(firstAsked(bets))}) w),
            'failed', (${latestOwnFailures(now)})`,
      earlier: sql`'status', l.state, ${onChainPairs}`,
      joined: withOnChain,
    }),
    fundsOf: (inBooks, { row, bets, now }) => ({
      ...inBooks,
      balance: stakeableOf(bets, row),
      waitsUntil: waitAfterFailures(row.failed ?? [], now),
    }),

    entryOf: holdEntry,
    accept({ terms, live }, { live: decided }) {
      const { chain, acceptance } = house();
      const { place } = chain;
      const until = Math.floor(decided.acceptedUntil.getTime() / 1000);
      const signed: SignedBet = {
        place,
        bet: live.bet,
        authorization: `0x${live.authorization}`,
        acceptedUntil: until,
        // The house's acceptance of the bet, which leaves the server only after the bet is stored.
        acceptance: acceptance(typedDataDigest(betAcceptance(live.bet, until, place))),
      };
      return {
        shown: { status: 'pending', signedOdds: null, onChain: justAccepted(signed) },
        columns: {
          deadline: terms.live.deadline.toISOString(),
          accepted_until: decided.acceptedUntil.toISOString(),
          bet_hash: bytea(hashEscrowBet(live.bet, place)),
          stake_authorization: bytea(signed.authorization),
          acceptance: bytea(signed.acceptance),
          priced_on: decided.pricedOn.map(String),
        },
      };
    },
    inPlay: null,
    table: sql`live_bets`,
    entryColumn: 'hold_entry_id',
    countsSql: () => ({
      outcome: sql`
          pending_returns = o.pending_returns + g.payout, pending_stakes = o.pending_stakes + g.stake`,
      market: sql``,
      more: sql``,
    }),
  };
}

/** When the chain was first asked about a wallet of these bets; null if it never was. */
function firstAsked(bets: readonly LiveRequest[]): Date | null {
  const times = bets.flatMap(({ live }) => live.wallet?.askedAt.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * For a row `u` of users: stakes that are pending, and stakes confirmed since a moment. An acceptance lasts less than a
 * minute and is decided a few blocks later, so no stake confirmed since then was placed much earlier.
 */
const stakesUnasked = (since: Date | null) => sql`
  select w.id, w.stake, null as confirmed_at from only live_bets w where w.user_id = u.id and w.state = 'pending'
  union all
  select w.id, w.stake, w.decided_at from only live_bets w
  where w.user_id = u.id and w.state = 'confirmed' and w.decided_at >= ${since?.toISOString() ?? null}::timestamptz
    and w.placed_at >= ${since?.toISOString() ?? null}::timestamptz - interval '1 hour'`;

/**
 * What a bettor can stake: the wallet's balance when the chain was asked, minus the stakes that had not been taken from it
 * by then. For each of the bettor's requests that is the balance beyond the stakes known at that time, minus the stakes that
 * came since; the lowest counts. Each stake is subtracted at least once, whatever has become of it.
 */
function stakeableOf(bets: readonly LiveRequest[], { id, unasked }: BettorFacts): MicroUsdc {
  const lefts = bets.flatMap(({ identity, live: { wallet } }) => {
    if (identity.userId !== id || wallet === null) return [];
    const { free, known, askedAt } = wallet;
    return (unasked ?? [])
      .filter(({ id: betId, confirmedAt: at }) => !known.has(betId) && (at === null || at >= askedAt))
      .reduce((left, { stake }) => left - stake, BigInt(free));
  });
  const lowest = lefts.reduce<bigint | null>((low, left) => (low === null || left < low ? left : low), null);
  return microUsdc(lowest !== null && lowest > 0n ? lowest : 0n);
}
