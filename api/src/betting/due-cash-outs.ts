import { CONFIRMED_WITHIN_MS, DECIDED_WITHIN_MS } from '@tallystone/core/in-play/judge-order';
import { sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';

/** A bet or a combo whose cash-out is due. */
export type Due = Row<typeof DUE>;

export const DUE = {
  id: col.text,
  /** Whether its time to be decided is over by far, so something keeps it from being decided. */
  isStuck: col.bool,
};

const ms = (duration: number) => sql`${duration}::int * interval '1 millisecond'`;

/** The same of a row `w` with the end of a delay, beside the `clock`. */
export const isStuck = sql`(w.decide_at + 2 * ${ms(DECIDED_WITHIN_MS)} < clock.now)`;

/**
 * Whether its delay is over and the feed has confirmed the price of its market `m`, or it is too late for that. Until then it would
 * only be locked and left.
 */
export const isRipe = sql`(w.decide_at <= clock.now and (
  m.priced_at >= w.decide_at - ${ms(CONFIRMED_WITHIN_MS)} or w.decide_at + ${ms(DECIDED_WITHIN_MS)} < clock.now))`;
