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
import { col, type Row, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { verifyDigest } from '../identity/verify-signature.ts';
import { withPlainV } from '../identity/wallet-code.ts';
import type { LiveStake, WalletFunds } from './bet-request.ts';
import { refusalError } from './refusal-error.ts';
import { ChainUnavailable, type StakeChain } from './stake-chain.ts';

/**
 * For this many pending bets of a wallet the chain is asked whether their stakes have left it; further ones count in full.
 * The number is low, because each is a call to every node, and any bettor can cause it with every bet they send.
 */
const MOST_ASKED = 5;

/** What accepting live bets needs: the chain that their stakes go to, and the house's signature. */
export interface LiveHouse {
  readonly chain: StakeChain;
  /** Signs a digest with the acceptance key: 65 bytes r, s, v, as the contract expects. */
  readonly acceptance: (digest: Hex) => Hex;
}

/** Whether this session's wallet can place bets on the chain of live mode. */
export function isOnLiveChain({ wallet, chain }: Pick<Session, 'wallet' | 'chain'>): boolean {
  return wallet.family === 'evm' && (chain === null || chain === 'Polygon');
}

/**
 * Checks the stake of a live bet: that the bettor signed exactly this stake for exactly this bet, and what the chain says
 * about the wallet and the authorization now.
 *
 * @throws HttpError `signature-invalid`, `unknown-outcome`, or `not-ready` while the chain cannot be asked
 */
export async function liveStake(
  { db, house: { chain } }: { db: Db; house: LiveHouse },
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
  const { place, token } = chain;
  const digest = typedDataDigest(stakeAuthorization(bet, place, token));
  const address = session.wallet.bytes;
  if (!verifyDigest({ address, digest: hexToBytes(digest.slice(2)), signature })) {
    throw refusalError({ kind: 'rejected', reason: 'signature-invalid' });
  }
  const plain = withPlainV(signature);
  // An accepted bet that is sent again gets its answer, whatever the chain says by now.
  const [wallet, isAuthorizationUsed, isApproved] = known.isAccepted
    ? [null, false, true]
    : await askChain(() =>
        Promise.all([
          askWallet(chain, bettor, known),
          chain.isNonceUsed(bettor, hashEscrowBet(bet, place)),
          chain.isApproved(bettor, digest, plain),
        ]),
      );
  // A stake that the token would refuse is not accepted: the bet would fail, and count as the bettor's own fault.
  if (!isApproved) throw new HttpError('signature-invalid', say('wallet-code-refuses-stake'));
  return {
    bet,
    authorization: plain.slice(2),
    wallet,
    terms: { deadline: new Date(deadline * 1000), isAuthorizationUsed },
  };
}

/** What is known before the chain is asked. */
const KNOWN = {
  /** The outcome's place, which never changes. */
  position: col.number,
  isAccepted: col.bool,
  /** The bettor's oldest bets whose stakes may be on their way. */
  pending: col.all(col.object({ betId: col.text, nonce: col.hex, stake: col.usdc })),
  /** The final block by which all other bets are decided. */
  since: col.bigint,
  askedAt: col.date,
};

/** Read by one statement, so each bet is either pending or decided by the block in `since`; null if there is no outcome. */
async function lookUp(
  db: Db,
  order: { marketId: string; outcomeId: string; betId: string; userId: string },
): Promise<Row<typeof KNOWN> | null> {
  const { marketId, outcomeId, betId, userId } = order;
  const [found] = await rows(
    db,
    KNOWN,
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
  chain: StakeChain,
  bettor: Hex,
  { pending, since, askedAt }: Row<typeof KNOWN>,
): Promise<WalletFunds> {
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
