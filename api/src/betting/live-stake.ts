import { hexToBytes } from '@noble/hashes/utils.js';
import { authorizationDeadline } from '@tallystone/core/betting/acceptance';
import type { BetTerms } from '@tallystone/core/betting/decide-bet';
import { liveBetIdOf } from '@tallystone/core/betting/live-bet-id';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { type EscrowBet, hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import { type MicroOdds, type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { type Chain, ChainDisagreement, ChainUnreachable, type EscrowChain } from '../chain/escrow-chain.ts';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { parseSignature } from '../identity/parse-signature.ts';
import { verifyDigest } from '../identity/verify-signature.ts';
import type { LiveStake } from './bet-request.ts';
import { refusalError } from './refusal-error.ts';

/** What live bets are accepted with: where their stakes go, what is asked of the chain, and the house's signature. */
export type LiveHouse = Pick<Chain, 'acceptance'> & {
  readonly chain: Pick<EscrowChain, 'place' | 'token' | 'stakeable' | 'isNonceUsed'>;
};

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
): Promise<LiveStake & { readonly terms: NonNullable<BetTerms['live']> }> {
  const { session, quote, marketId, outcomeId, stake, odds } = sent;
  const signature = parseSignature('evm', sent.authorization);
  if (signature === null) throw refusalError({ kind: 'rejected', reason: 'signature-invalid' });
  const betId = liveBetIdOf(quote.quoteId);
  const known = await lookUp(db, { marketId, outcomeId, betId });
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
  const digest = hexToBytes(typedDataDigest(stakeAuthorization(bet, place, token)).slice(2));
  if (!verifyDigest({ address: session.wallet.bytes, digest, signature })) {
    throw refusalError({ kind: 'rejected', reason: 'signature-invalid' });
  }
  // Who sends an accepted bet again gets its answer, whatever the chain says by now.
  const [walletHolds, isAuthorizationUsed] = known.isAccepted
    ? [ZERO_USDC, false]
    : await askChain(() =>
        Promise.all([
          chain.chain.stakeable(bettor),
          chain.chain.isNonceUsed(bettor, hashEscrowBet(bet, place)),
        ]),
      );
  return {
    bet,
    authorization: Buffer.from(withPlainV(signature)).toString('hex'),
    walletHolds,
    terms: { deadline: new Date(deadline * 1000), isAuthorizationUsed },
  };
}

/** Which place the outcome has, which never changes, and whether the bet was accepted already; null for no outcome. */
async function lookUp(
  db: Db,
  { marketId, outcomeId, betId }: { marketId: string; outcomeId: string; betId: string },
): Promise<{ position: number; isAccepted: boolean } | null> {
  const [found] = await rows<{ position: number; is_accepted: boolean }>(
    db,
    sql`
      select o.position, exists (select from live_bets l where l.id = ${betId}) as is_accepted
      from outcomes o where o.id = ${outcomeId} and o.market_id = ${marketId}`,
  );
  return found === undefined ? null : { position: found.position, isAccepted: found.is_accepted };
}

async function askChain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainUnreachable || error instanceof ChainDisagreement)) throw error;
    const refused = new HttpError(
      'not-ready',
      'The blockchain cannot be asked about the stake now, so no money was taken; try again.',
      { retryAfterSeconds: 5 },
    );
    refused.cause = error;
    throw refused;
  }
}

/** Some wallets say 0 and 1; the token takes 27 and 28 alone. */
function withPlainV(signature: Uint8Array): Uint8Array {
  const v = signature[64] ?? 0;
  return Uint8Array.of(...signature.subarray(0, 64), v < 27 ? v + 27 : v);
}
