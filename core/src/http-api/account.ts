import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { decimalInput, isoTime, signedActInput } from './fields.ts';

/** A ledger entry from one user's view. */
const statementRowSchema = z.object({
  /** The entry's id; newer entries have larger ids. */
  id: z.number(),
  at: isoTime,
  kind: z.enum([
    'faucet-grant',
    'bet',
    'cash-out',
    'refund',
    'settlement',
    'combo',
    'combo-end',
    // A stake that waits for the delay of a running game, and that went back, before the bet if there is one.
    'order',
    'order-end',
    // Live bets only: from the wallet, and back to it.
    'stake-received',
    'payout-sent',
  ]),
  /** USDC; below zero when it left the user's funds. */
  amount: z.number(),
  /** Available funds after the entry, USDC. */
  balance: z.number(),
  /**
   * The entry's bets, at most 20, and their total number. A combo counts as one: it has the title of its first selection,
   * the outcomes of all with ` + ` between them, and how many there are.
   */
  bets: z.array(
    z.object({
      betId: z.string(),
      marketTitle: z.string(),
      outcomeName: z.string(),
      /** Combos only. */
      selections: z.optional(z.number()),
      /** In a `combo-end`: how the combo ended. A lost one has no entry here, because it pays nothing. */
      result: z.optional(z.enum(['won', 'void', 'cashed-out'])),
      amount: z.number(),
    }),
  ),
  betCount: z.number(),
});
export type WireStatementRow = z.infer<typeof statementRowSchema>;

const profitSchema = z.object({
  /** Profit in USDC of the bets that ended on each of the last 30 UTC days, oldest first, no day missing. */
  total: z.number(),
  days: z.array(z.object({ day: z.string(), profit: z.number() })),
  /**
   * Profit of all ended bets by the time they ended, oldest first: by second if they span at most ten minutes, by minute
   * up to six hours, by hour up to two weeks, or by day. `at` is the end of the last bet in that time.
   */
  points: z.array(z.object({ at: isoTime, profit: z.number() })),
});
export type WireProfit = z.infer<typeof profitSchema>;

export const limitsSchema = z.object({
  dailyStakeCap: z.number(),
  usedToday: z.number(),
  capLeft: z.number(),
  /** When the cap resets: the next UTC midnight. */
  resetsAt: isoTime,
  /** Available funds in USDC. In live mode: winnings that are still on their way to the wallet. */
  balance: z.number(),
  /** The house's cap, and the user's own, which applies when it is lower; null: none. USDC. */
  givenCap: z.number(),
  ownCap: z.nullable(z.number()),
  /** A requested raise: the new own cap, null for none, and when it takes effect. */
  nextCap: z.optional(z.object({ cap: z.nullable(z.number()), from: isoTime })),
  /** Until then the user can't bet. */
  blocked: z.optional(z.object({ kind: z.enum(['break', 'exclusion']), until: isoTime })),
});
export type WireLimits = z.infer<typeof limitsSchema>;

export const breakPeriodSchema = z.enum(['24-hours', '7-days', '30-days', '6-months', '1-year', '5-years']);
export type BreakPeriod = z.infer<typeof breakPeriodSchema>;

export const accountEndpoints = {
  getLimits: {
    method: 'GET',
    path: '/api/user/limits',
    access: 'session',
    summary: 'Returns the available funds and what is left of the daily stake cap.',
    response: limitsSchema,
  },
  getStatement: {
    method: 'GET',
    path: '/api/user/statement',
    access: 'session',
    summary:
      "Lists every entry that changed the user's funds, newest first, 100 at a time. `before` is the id of the last entry seen.",
    query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(16))) }),
    response: z.array(statementRowSchema),
  },
  getProfit: {
    method: 'GET',
    path: '/api/user/profit',
    access: 'session',
    summary: 'Returns profit and loss of the last 30 days, and of all ended bets by the time they ended.',
    response: profitSchema,
  },
  changeLimits: {
    method: 'PUT',
    path: '/api/user/limits',
    access: 'signed',
    summary:
      "Sets the user's own daily cap. A lower cap applies at once; a higher cap, or none, 24 hours later.",
    body: z.strictObject({
      /** USDC in whole cents; null: no own cap. */
      ownCap: z.nullable(decimalInput),
    }),
    response: limitsSchema,
  },
  takeBreak: {
    method: 'POST',
    path: '/api/user/break',
    access: 'signed',
    summary:
      'Starts a break from betting, which cannot be shortened. Results are still paid and bets can be cashed out. A break longer than a day needs a signature.',
    body: z.strictObject({
      period: breakPeriodSchema,
      signed: signedActInput,
    }),
    response: limitsSchema,
    errors: ['wrong-state', 'signature-needed', 'signature-invalid'],
  },
} as const satisfies Record<string, Endpoint>;
