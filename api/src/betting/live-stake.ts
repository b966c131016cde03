import { hexToBytes } from '@noble/hashes/utils.js';
import { authorizationDeadline } from '@tallystone/core/betting/acceptance';
import type { ChainBet } from '@tallystone/core/betting/chain-rules';
import { liveBetIdOf } from '@tallystone/core/betting/live-bet-id';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { type EscrowBet, hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { verifyDigest } from '../identity/verify-signature.ts';
import { withPlainV } from '../identity/wallet-code.ts';
import type { AskedWallet, LiveStake } from './bet-request.ts';
import { refusalError } from './refusal-error.ts';
import { type AuthorizedStake, ChainUnavailable, type StakeChain } from './stake-chain.ts';

/**
 * Of so many pending bets of a wallet it is asked whether their stakes are gone from it; those of more count in full. Few:
 * each is a question to every node, which anyone can have us ask as often as bets may be sent.
 */
const MOST_ASKED = 5;

/** What live bets are accepted with: where their stakes go, what is asked of the chain, and the house's signature. */
export interface LiveHouse {
  readonly chain: StakeChain;
  /** Signs a digest with the acceptance key: 65 bytes r, s, v, as the contract takes it. */
  readonly acceptance: (digest: Hex) => Hex;
}

/** Whether bets of this session's wallet can be placed on the chain of live mode. */
export function isOnLiveChain({ wallet, chain }: Pick<Session, 'wallet' | 'chain'>): boolean {
  return wallet.family === 'evm' && (chain === null || chain === 'Polygon');
}

/**
 * Checks what moves the stake of a live bet: that its bettor signed exactly this stake into exactly this bet, and what the
 * chain says of wallet and authorization now.
 *
 * @throws HttpError `signature-invalid`, `unknown-outcome`, or `not-ready` while the chain cannot be asked
 */
export async function liveStake(
  { db, chain }: { db: Db; chain: LiveHouse },
  sent: {
    session: Session;
    quote: { quoteId: string; expiresAt: Date };
    marketId: string;
    outcomeId: string;
    stake: MicroUsdc;
    odds: MicroOdds;
    authorization: string;
  },
): Promise<LiveStake & { readonly terms: ChainBet['terms']['live'] }> {
  const { session, quote, marketId, outcomeId, stake, odds } = sent;
  const signature = parseSignature('evm', sent.authorization);
  if (signature === null) throw refusalError({ kind: 'rejected', reason: 'signature-invalid' });
  const betId = liveBetIdOf(quote.quoteId);
  const known = await lookUp(db, { marketId, outcomeId, betId, userId: session.userId });
  if (known === null) throw refusalError({ kind: 'rejected', reason: 'unknown-outcome' });
  const deadline = authorizationDeadline(quote.expiresAt);
  const bettor: Hex = `0x${Buffer.from(session.wallet.bytes).toString('hex')}`;
  const bet: EscrowBet = {
    betId: chainIdOf(betId),
    marketId: chainIdOf(marketId) as Hex,
    bettor,
    outcome: known.position,
    stake,
    odds,
    deadline,
  };
  const { place, token } = chain.chain;
  const digest = typedDataDigest(stakeAuthorization(bet, place, token));
  const address = session.wallet.bytes;
  if (!verifyDigest({ address, digest: hexToBytes(digest.slice(2)), signature })) {
    throw refusalError({ kind: 'rejected', reason: 'signature-invalid' });
  }
  const plain = withPlainV(signature);
  // Who sends an accepted bet again gets its answer, whatever the chain says by now.
  const [wallet, isAuthorizationUsed, isApproved] = known.isAccepted
    ? [null, false, true]
    : await askChain(() =>
        Promise.all([
          askWallet(chain, bettor, known),
          chain.chain.isNonceUsed(bettor, hashEscrowBet(bet, place)),
          chain.chain.isApproved(bettor, digest, plain),
        ]),
      );
  // What the token would refuse is not accepted: it would fail, and count as withheld by its bettor.
  if (!isApproved) throw refusedByCode();
  return {
    bet,
    authorization: plain.slice(2),
    wallet,
    terms: { deadline: new Date(deadline * 1000), isAuthorizationUsed },
  };
}

/** What is known before the chain is asked. */
interface Known {
  /** Which place the outcome has, which never changes. */
  readonly position: number;
  readonly isAccepted: boolean;
  /** The bettor's oldest bets whose stakes may be on their way. */
  readonly pending: readonly (AuthorizedStake & { readonly betId: string })[];
  /** The final block that says of all other bets whether their stakes came. */
  readonly since: bigint;
  readonly askedAt: Date;
}

/** In one statement, so that each bet is either pending or decided by the block that is told; null for no outcome. */
async function lookUp(
  db: Db,
  {
    marketId,
    outcomeId,
    betId,
    userId,
  }: { marketId: string; outcomeId: string; betId: string; userId: string },
): Promise<Known | null> {
  const [found] = await rows(
    db,
    {
      position: col.number,
      isAccepted: col.bool,
      pending: col.all(col.object({ betId: col.text, nonce: col.hex, stake: col.usdc })),
      since: col.bigint,
      askedAt: col.date,
    },
    sql`
      select o.position, exists (select from live_bets l where l.id = ${betId}) as is_accepted,
        (
          select json_agg(json_build_object('betId', w.id, 'nonce', '0x' || encode(w.bet_hash, 'hex'), 'stake', w.stake::text))
          from (
            select l.id, l.bet_hash, l.stake from live_bets l
            where l.user_id = ${userId} and l.state = 'pending' order by l.seq limit ${MOST_ASKED}) w
        ) as pending,
        coalesce((select c.block_number from chain_cursor c), 0) as since,
        date_trunc('milliseconds', clock_timestamp()) as asked_at
      from outcomes o where o.id = ${outcomeId} and o.market_id = ${marketId}`,
  );
  return found ?? null;
}

async function askWallet(
  { chain }: LiveHouse,
  bettor: Hex,
  { pending, since, askedAt }: Known,
): Promise<AskedWallet> {
  const free = await chain.stakeable(bettor, { stakes: pending, since });
  return { free, known: new Set(pending.map(({ betId }) => betId)), askedAt };
}

async function askChain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new HttpError('not-ready', say('chain-silent'), { retryAfterSeconds: 5, cause: error });
  }
}

const refusedByCode = (): HttpError => new HttpError('signature-invalid', say('wallet-code-refuses-stake'));
