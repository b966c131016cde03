import type { RequestBody } from '../http-api.ts';
import { MICRO, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { parseUsdc } from '../money/parse-usdc.ts';
import { OWN_LIMITS } from '../sentences/own-limits.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';

/** What users set for themselves, as it is stored. */
export interface OwnLimits {
  /** The own daily cap, micro-USDC, or null: none. The lower of it and the cap that the house gives holds. */
  readonly ownCap: MicroUsdc | null;
  /** A raise that was asked for: what the own cap becomes, null: none, and when. */
  readonly next: { readonly cap: MicroUsdc | null; readonly from: Date } | null;
  /** Until then no bets are taken of the user. */
  readonly blocked: { readonly kind: 'break' | 'exclusion'; readonly until: Date } | null;
}

export type LimitsDecision =
  | { readonly kind: 'changed'; readonly limits: OwnLimits }
  /** Nothing changed. */
  | { readonly kind: 'refused'; readonly reason: Message };

export type BreakPeriod = RequestBody<'takeBreak'>['period'];

/** Nobody raises a limit in the heat of the moment. */
export const RAISE_AFTER_MS = 24 * 3_600_000;

const HIGHEST_CAP = microUsdc(1_000_000n * MICRO);
const DAY_MS = 86_400_000;

export const NO_LIMITS: OwnLimits = { ownCap: null, next: null, blocked: null };

/** The limits as they hold at a moment: a raise that is due is in force, and a break that is over is gone. */
export function limitsAt({ ownCap, next, blocked }: OwnLimits, now: Date): OwnLimits {
  const isDue = next !== null && next.from <= now;
  return {
    ownCap: isDue ? next.cap : ownCap,
    next: isDue ? null : next,
    blocked: blocked !== null && blocked.until > now ? blocked : null,
  };
}

/**
 * What becomes of a user's own cap: a lower one holds at once and ends a raise that waits, a higher one or none
 * holds a day later. Asking for no more than a raise that waits already keeps that raise's time.
 *
 * @param asked.ownCap USDC as it was sent, from 0.00 to 1,000,000 in whole cents; null: no own cap
 * @param asked.now the database's clock, read while the limits are locked
 */
export function decideOwnCap(
  limits: OwnLimits,
  { ownCap: sent, now }: { ownCap: string | number | null; now: Date },
): LimitsDecision {
  const asked = sent === null ? null : parseUsdc(sent);
  if (sent !== null && (asked === null || asked > HIGHEST_CAP)) {
    return {
      kind: 'refused',
      reason: sayOf(OWN_LIMITS, 'own-cap-range'),
    };
  }
  const current = limitsAt(limits, now);
  if (!isHigher(asked, current.ownCap)) {
    return { kind: 'changed', limits: { ...current, ownCap: asked, next: null } };
  }
  const waits = current.next;
  const from =
    waits !== null && !isHigher(asked, waits.cap) ? waits.from : new Date(now.getTime() + RAISE_AFTER_MS);
  return { kind: 'changed', limits: { ...current, next: { cap: asked, from } } };
}

/** No cap is higher than any. */
function isHigher(cap: MicroUsdc | null, than: MicroUsdc | null): boolean {
  if (than === null) return false;
  return cap === null || cap > than;
}

/**
 * A break or a self-exclusion, which nobody can shorten: one that would end before the one that holds is refused.
 * What is once an exclusion stays one when it is made longer.
 *
 * @param asked.now the database's clock, read while the limits are locked
 */
export function decideBreak(
  limits: OwnLimits,
  { period, now }: { period: BreakPeriod; now: Date },
): LimitsDecision {
  const current = limitsAt(limits, now);
  const { kind, until } = blockOf(period, now);
  const { blocked } = current;
  if (blocked !== null && until < blocked.until) {
    return {
      kind: 'refused',
      reason: sayOf(OWN_LIMITS, 'break-stays', { until: blocked.until.toISOString() }),
    };
  }
  return {
    kind: 'changed',
    limits: { ...current, blocked: { kind: blocked?.kind === 'exclusion' ? 'exclusion' : kind, until } },
  };
}

/** The break of a period that begins now, and its end. */
export function blockOf(period: BreakPeriod, now: Date): NonNullable<OwnLimits['blocked']> {
  switch (period) {
    case '24-hours':
      return { kind: 'break', until: new Date(now.getTime() + DAY_MS) };
    case '7-days':
      return { kind: 'break', until: new Date(now.getTime() + 7 * DAY_MS) };
    case '30-days':
      return { kind: 'break', until: new Date(now.getTime() + 30 * DAY_MS) };
    case '6-months':
      return { kind: 'exclusion', until: monthsAfter(now, 6) };
    case '1-year':
      return { kind: 'exclusion', until: monthsAfter(now, 12) };
    case '5-years':
      return { kind: 'exclusion', until: monthsAfter(now, 60) };
  }
}

/** The same day of a later month, or the first days of the next where that month is too short. */
function monthsAfter(now: Date, months: number): Date {
  const later = new Date(now);
  later.setUTCMonth(now.getUTCMonth() + months);
  return later;
}
