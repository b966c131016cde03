import type { BreakPeriod } from '../http-api/account.ts';
import { MICRO, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { parseUsdc } from '../money/parse-usdc.ts';
import { OWN_LIMITS } from '../sentences/own-limits.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';

/** A user's own limits, as stored. */
export interface OwnLimits {
  /** The user's own daily cap, micro-USDC, or null for none. The lower of it and the house's cap applies. */
  readonly ownCap: MicroUsdc | null;
  /** A requested raise: the new own cap, null for none, and when it takes effect. */
  readonly next: { readonly cap: MicroUsdc | null; readonly from: Date } | null;
  /** Until then the user can't bet. */
  readonly blocked: { readonly kind: 'break' | 'exclusion'; readonly until: Date } | null;
}

export type LimitsDecision =
  | { readonly kind: 'changed'; readonly limits: OwnLimits }
  /** Nothing changed. */
  | { readonly kind: 'refused'; readonly reason: Message };

/** A raise takes effect only after this time, so no limit is raised in the heat of the moment. */
export const RAISE_AFTER_MS = 24 * 3_600_000;

const HIGHEST_CAP = microUsdc(1_000_000n * MICRO);
const DAY_MS = 86_400_000;

export const NO_LIMITS: OwnLimits = { ownCap: null, next: null, blocked: null };

/** The limits in force at a moment: a raise that is due applies, and a break that is over is gone. */
export function limitsAt({ ownCap, next, blocked }: OwnLimits, now: Date): OwnLimits {
  const isDue = next !== null && next.from <= now;
  return {
    ownCap: isDue ? next.cap : ownCap,
    next: isDue ? null : next,
    blocked: blocked !== null && blocked.until > now ? blocked : null,
  };
}

/**
 * Decides a change of a user's own cap. A lower cap applies at once and cancels a waiting raise; a higher cap, or
 * none, applies a day later. Requesting no more than a waiting raise keeps that raise's time.
 *
 * @param asked.ownCap USDC as sent, from 0.00 to 1,000,000 in whole cents; null: no own cap
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

/** No cap (null) is higher than any cap. */
function isHigher(cap: MicroUsdc | null, than: MicroUsdc | null): boolean {
  if (than === null) return false;
  return cap === null || cap > than;
}

/**
 * Decides a break or a self-exclusion. It can't be shortened: a new one that ends before the current one is refused.
 * An exclusion that is extended stays an exclusion.
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

/** The break for a period starting now. */
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

/** The same day of a later month, or the first days of the next month if that month is too short. */
function monthsAfter(now: Date, months: number): Date {
  const later = new Date(now);
  later.setUTCMonth(now.getUTCMonth() + months);
  return later;
}
