import { liveBetIdOf } from '@tallystone/core/betting/live-bet-id';
import { say } from '@tallystone/core/sentences/say';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { LiveRequest, SentBet } from './bet-request.ts';
import { checkBet } from './check-bet.ts';
import { hashParts } from './hash-parts.ts';
import { isOnLiveChain, type LiveHouse, liveStake } from './live-stake.ts';
import { refusalError } from './refusal-error.ts';

/** Checks a bet whose stake moves on the chain. The chain is asked last. @throws HttpError */
export async function checkLiveBet(
  { db, quoteKey, house }: { db: Db; quoteKey: Uint8Array; house: LiveHouse },
  sent: SentBet,
): Promise<LiveRequest> {
  const { session, body } = sent;
  if (!isOnLiveChain(session)) throw refusalError({ kind: 'rejected', reason: 'wrong-chain' });
  const request = checkBet(quoteKey, sent);
  const { terms, identity, marketId } = request;
  const { quoteId } = identity;
  const { quoteExpiresAt: expiresAt, outcomeId, stake, odds } = terms;
  if (quoteId === null || expiresAt === null || body.authorization === undefined) {
    throw new HttpError('invalid-request', say('live-bet-incomplete'));
  }
  const { authorization } = body;
  const live = await liveStake(
    { db, house },
    { session, quote: { quoteId, expiresAt }, marketId, outcomeId, stake, odds, authorization },
  );
  return {
    ...request,
    betId: liveBetIdOf(quoteId),
    terms: { ...terms, live: live.terms },
    identity: { ...identity, bodyHash: hashParts([identity.bodyHash, live.authorization]) },
    live,
  };
}
