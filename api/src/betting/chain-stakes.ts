import { acceptedUntil } from '@tallystone/core/betting/acceptance';
import { type ChainBet, chainRules } from '@tallystone/core/betting/chain-rules';
import { hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { betAcceptance, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { holdEntry } from '@tallystone/core/ledger/hold-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { HttpError } from '../http/http-error.ts';
import { holdableOf } from '../markets/stored-market.ts';
import { bytea } from './batch-store.ts';
import type { LiveRequest } from './bet-request.ts';
import { withinChain } from './chain-terms.ts';
import { checkLiveBet } from './check-live-bet.ts';
import { type BettorFacts, CHAIN_FACTS } from './facts-columns.ts';
import { isOnLiveChain, type LiveHouse } from './live-stake.ts';
import { justAccepted, onChainPairs, withOnChain } from './on-chain.ts';
import { latestOwnFailures, waitsUntil } from './own-failures.ts';
import type { Stakes } from './stakes.ts';
import type { SignedBet } from './wire-signed-bet.ts';

/**
 * Live: a stake is on its way from its bettor's wallet to the contract, and the bet is pending until a final block has it.
 * Until then the pool holds what it may be paid.
 *
 * @param given null: this server takes no live bets
 */
export function chainStakes(given: LiveHouse | null): Stakes<ChainBet, LiveRequest> {
  const house = (): LiveHouse => {
    if (given !== null) return given;
    throw new HttpError('not-ready', "This server doesn't take live bets, so no money was taken.");
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
    isStakeSigned: (session) => given !== null && isOnLiveChain(session),
    checkBet: (by, sent) => checkLiveBet({ ...by, house: house() }, sent),

    usesPool: true,
    marketOf: (tx, locked, { marketId, pool }) =>
      withinChain(tx, { marketId, market: { ...locked, holdable: holdableOf(locked, pool) } }),
    facts: CHAIN_FACTS,
    factsSql: ({ bets, now }) => ({
      clock: sql`date_trunc('milliseconds', clock_timestamp())`,
      // Every live bet has a quote, so a repeat is known by that or by its key.
      repeats: sql``,
      bettor: sql`, 'unasked', (
              select json_agg(json_build_object('id', w.id, 'stake', w.stake::text, 'confirmed_at', w.confirmed_at))
              from (${stakesUnasked(firstAsked(bets))}) w),
            'failed', (${latestOwnFailures(now)})`,
      earlier: sql`'status', l.state, ${onChainPairs}`,
      joined: withOnChain,
    }),
    fundsOf: (inBooks, { row, bets, now }) => ({
      ...inBooks,
      balance: stakeableOf(bets, row),
      waitsUntil: waitsUntil(row.failed ?? null, now),
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
        // The house's word that it takes the bet, given away only once it is written.
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

/** Since when any wallet was asked; null when none was. */
function firstAsked(bets: readonly LiveRequest[]): Date | null {
  const times = bets.flatMap(({ live }) => live.wallet?.askedAt.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * Of a row `u` of users: stakes that are pending, and those that were confirmed since a moment. A bet is accepted for less
 * than a minute, and few blocks later it is decided: none that is confirmed is much older than the moment.
 */
const stakesUnasked = (since: Date | null) => sql`
  select w.id, w.stake, null as confirmed_at from live_bets w where w.user_id = u.id and w.state = 'pending'
  union all
  select w.id, w.stake, w.decided_at from live_bets w
  where w.user_id = u.id and w.state = 'confirmed' and w.decided_at >= ${since?.toISOString() ?? null}::timestamptz
    and w.placed_at >= ${since?.toISOString() ?? null}::timestamptz - interval '1 hour'`;

/**
 * What a bettor can stake is what the wallet held when the chain was asked, less the stakes that were not taken from it by
 * then: by the lowest that the chain said for one of the bettor's requests, what the wallet held beyond the stakes that were
 * known then, less those that have come since. Whatever has become of either, none of them counts less than once.
 */
function stakeableOf(bets: readonly LiveRequest[], { id, unasked }: BettorFacts): MicroUsdc {
  const lefts = bets.flatMap(({ identity, live: { wallet } }) => {
    if (identity.userId !== id || wallet === null) return [];
    const { free, known, askedAt } = wallet;
    return (unasked ?? [])
      .filter(({ id: betId, confirmed_at: at }) => !known.has(betId) && (at === null || at >= askedAt))
      .reduce((left, { stake }) => left - stake, BigInt(free));
  });
  const lowest = lefts.reduce<bigint | null>((low, left) => (low === null || left < low ? left : low), null);
  return microUsdc(lowest !== null && lowest > 0n ? lowest : 0n);
}
