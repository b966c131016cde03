import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { randomId } from '../db/random-id.ts';

/** The terms of a quote. Its token opens only for exactly these. */
export interface QuoteTerms {
  userId: string;
  marketId: string;
  outcomeId: string;
  stake: MicroUsdc;
  odds: MicroOdds;
}

/** Null if the bettor may sign any odds as the lowest: then the quote leaves the odds out. */
type SealedTerms = Omit<QuoteTerms, 'odds'> & { odds: MicroOdds | null };

export const QUOTE_LIFE_MS = 120_000;

const TOKEN_FORM = /^(q_[a-z2-7]{20})\.([0-9a-z]{8,9})\.([\w-]{22})$/;

/**
 * Makes the token of a quote: its id, its time and a MAC over both and the terms. Nothing is stored until the quote is used.
 * The token ensures that a retry is the same bet; it does not guarantee the price.
 */
export function sealQuote(
  key: Uint8Array,
  terms: SealedTerms,
  now: Date,
): { quoteId: string; token: string; expiresAt: Date } {
  const id = randomId('q_');
  const time = now.getTime().toString(36);
  return {
    quoteId: id,
    token: `${id}.${time}.${macOf(key, id, time, terms)}`,
    expiresAt: expiryOf(now.getTime()),
  };
}

/** Reads a token; null if it is not ours or was given for other terms. It may have expired. */
export function openQuote(
  key: Uint8Array,
  terms: QuoteTerms,
  token: string,
): { quoteId: string; expiresAt: Date } | null {
  const [, id, time, mac] = TOKEN_FORM.exec(token) ?? [];
  if (id === undefined || time === undefined || mac === undefined) return null;
  const isOf = (sealed: SealedTerms) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, id, time, sealed)));
  // Most markets fill bets at better odds, too, so most quotes leave the odds out.
  if (!isOf({ ...terms, odds: null }) && !isOf(terms)) return null;
  return { quoteId: id, expiresAt: expiryOf(Number.parseInt(time, 36)) };
}

function expiryOf(givenMs: number): Date {
  return new Date(givenMs + QUOTE_LIFE_MS);
}

function macOf(key: Uint8Array, id: string, time: string, terms: SealedTerms): string {
  const { userId, marketId, outcomeId, stake, odds } = terms;
  const sealed = JSON.stringify([
    id,
    time,
    userId,
    marketId,
    outcomeId,
    `${stake}`,
    odds === null ? '' : `${odds}`,
  ]);
  return createHmac('sha256', key).update(sealed).digest('base64url').slice(0, 22);
}
