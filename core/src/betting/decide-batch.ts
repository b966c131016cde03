import { type AcceptedBet, type AnyBet, decideBet, type StakeRules } from './decide-bet.ts';
import type { Refusal } from './refusal.ts';

/** What identifies a request as the same bet as an earlier one. All hashes are hex. */
export interface BetIdentity {
  readonly userId: string;
  /** The quote's id, or null without a quote. */
  readonly quoteId: string | null;
  readonly idempotencyKey: string | null;
  /** Hash of the whole request, to distinguish a retry from another bet under the same key. */
  readonly bodyHash: string;
  /** Hash of the signed text and its signature. It identifies a bet without quote and key. */
  readonly signedHash: string;
}

export interface BatchedBet<B extends AnyBet = AnyBet> {
  readonly identity: BetIdentity;
  readonly terms: B['terms'];
}

/** A bet accepted before this batch that shares a quote, key or recent signature with one in it. */
export interface EarlierBet extends BetIdentity {
  readonly betId: string;
  readonly placedAt: Date;
}

export type BatchDecision<B extends AnyBet> =
  | AcceptedBet<B>
  | Refusal
  /** The request repeats an earlier bet and gets that bet's answer. */
  | { kind: 'repeated'; betId: string }
  /** The same for a bet accepted at this index of the batch. */
  | { kind: 'repeated-in-batch'; index: number };

/** How long the same signed text without quote and key counts as the same bet. */
export const SIGNED_REPEAT_WINDOW_MS = 10 * 60_000;

/**
 * Decides the bets of one market in order of arrival, each on the state that the previous ones left.
 *
 * @param funds by user id; every user of the batch must be in it
 * @param earlier bets that may be the same as one in the batch
 * @param now the database's clock, read with the market or after it was locked
 * @returns one decision per bet, in the same order
 */
export function decideBatch<B extends AnyBet>(
  rules: StakeRules<B>,
  batch: {
    market: B['market'];
    funds: ReadonlyMap<string, B['funds']>;
    earlier: readonly EarlierBet[];
    bets: readonly BatchedBet<B>[];
    now: Date;
  },
): BatchDecision<B>[] {
  const { bets, earlier, now } = batch;
  let market = batch.market;
  const funds = new Map(batch.funds);
  const acceptedHere: { index: number; identity: BetIdentity }[] = [];

  return bets.map(({ identity, terms }, index): BatchDecision<B> => {
    for (const before of earlier) {
      const verdict = compareBets(identity, before);
      const recent = now.getTime() - before.placedAt.getTime() < SIGNED_REPEAT_WINDOW_MS;
      if (verdict === 'conflict') return { kind: 'rejected', reason: 'already-placed' };
      if (verdict === 'same' || (verdict === 'same-signature' && recent)) {
        return { kind: 'repeated', betId: before.betId };
      }
    }
    for (const before of acceptedHere) {
      const verdict = compareBets(identity, before.identity);
      if (verdict === 'conflict') return { kind: 'rejected', reason: 'already-placed' };
      if (verdict !== 'different') return { kind: 'repeated-in-batch', index: before.index };
    }

    const bettor = funds.get(identity.userId);
    if (bettor === undefined) throw new Error(`no funds were loaded for user ${identity.userId}`);
    const decision = decideBet(rules, { market, funds: bettor, terms, now });
    if (decision.kind === 'accepted') {
      market = decision.marketAfter;
      funds.set(identity.userId, decision.fundsAfter);
      acceptedHere.push({ index, identity });
    }
    return decision;
  });
}

/** A retry belongs to its user, so no user can claim or block another's bet. */
function compareBets(
  bet: BetIdentity,
  before: BetIdentity,
): 'same' | 'same-signature' | 'conflict' | 'different' {
  if (bet.userId !== before.userId) return 'different';
  if (bet.idempotencyKey !== null && bet.idempotencyKey === before.idempotencyKey) {
    return bet.bodyHash === before.bodyHash ? 'same' : 'conflict';
  }
  if (bet.quoteId !== null && bet.quoteId === before.quoteId) return 'same';
  const bare = bet.quoteId === null && bet.idempotencyKey === null;
  return bare && bet.signedHash === before.signedHash ? 'same-signature' : 'different';
}
