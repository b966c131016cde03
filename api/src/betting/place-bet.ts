import type { PlacedBet } from '@tallystone/core/http-api/betting';
import { ERROR_STATUS } from '@tallystone/core/http-api/error-status';
import { say } from '@tallystone/core/sentences/say';
import { toHttpError } from '../http/error-answer.ts';
import { HttpError } from '../http/http-error.ts';
import type { Meters } from '../meters/meters.ts';
import type { BetQueue } from './bet-queue.ts';
import type { SentBet } from './bet-request.ts';
import { type QuoteDeps, sealedQuote } from './quote.ts';
import { refusalError } from './refusal-error.ts';

export interface PlaceBetDeps extends Omit<QuoteDeps, 'missingMarkets'> {
  queue: BetQueue;
  meters: Pick<Meters, 'betAnswered'>;
  /** Gives a guest practice money before the first bet; false if the guest no longer exists. */
  openGuestFunds(userId: string): Promise<boolean>;
  /** Called with the hash of the token of a session that turned out to have ended. */
  onSignedOut(tokenHash: Uint8Array): void;
}

/** Checks the bet, the cheapest checks first, and gives it to its market's queue. Answers after the commit. */
export async function placeBet(deps: PlaceBetDeps, sent: SentBet): Promise<PlacedBet> {
  try {
    const bet = await place(deps, sent);
    deps.meters.betAnswered('placed', '');
    return bet;
  } catch (error) {
    const { code } = toHttpError(error);
    deps.meters.betAnswered(ERROR_STATUS[code] < 500 ? 'refused' : 'failed', code);
    throw error;
  }
}

async function place(deps: PlaceBetDeps, sent: SentBet): Promise<PlacedBet> {
  deps.requireBettable();
  const request = await deps.stakes.checkBet(deps, sent);
  const { verified, userId } = sent.session;
  if (!verified && !(await deps.openGuestFunds(userId))) {
    throw new HttpError('unauthenticated', say('guest-ended'));
  }
  const answer = await deps.queue.submit(request);
  if (answer.kind === 'placed') return answer.bet;
  if (answer.kind === 'signed-out') {
    deps.onSignedOut(sent.session.tokenHash);
    throw new HttpError('unauthenticated', say('sign-in'));
  }
  const { refusal, funds, market } = answer;
  if (refusal.reason !== 'odds-changed' || refusal.odds === null || funds === null || market === null) {
    throw refusalError(refusal);
  }
  const { outcomeId, stake } = request.terms;
  const { odds, maxStake } = refusal;
  const quoted = { marketId: request.marketId, outcomeId, stake, odds, maxStake, version: market.version };
  const bettor = { userId, funds, isLive: deps.stakes.isStakeSigned(sent.session) };
  throw refusalError(refusal, await sealedQuote(deps, quoted, { market, bettor }));
}
