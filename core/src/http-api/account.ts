import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { decimalInput, isoTime, noFields, signedActInput } from './fields.ts';

/** An entry of the books as one user sees it. */
const statementRowSchema = z.object({
  /** Of the entry; newer ones are larger. */
  id: z.number(),
  at: isoTime,
  kind: z.enum([
    'faucet-grant',
    'bet',
    'cash-out',
    'refund',
    'settlement',
    // Of live bets alone: from the wallet, and back to it.
    'stake-received',
    'payout-sent',
  ]),
  /** USDC, below zero when it left the user's funds. */
  amount: z.number(),
  /** Available funds after it, USDC. */
  balance: z.number(),
  /** The bets it is about, at most 20 of them, and how many there are. */
  bets: z.array(
    z.object({ betId: z.string(), marketTitle: z.string(), outcomeName: z.string(), amount: z.number() }),
  ),
  betCount: z.number(),
});
export type WireStatementRow = z.infer<typeof statementRowSchema>;

/** Profit of the bets that ended on each of the last 30 UTC days, oldest first, none missing. USDC. */
const profitSchema = z.object({
  total: z.number(),
  days: z.array(z.object({ day: z.string(), profit: z.number() })),
});
export type WireProfit = z.infer<typeof profitSchema>;

export const limitsSchema = z.object({
  dailyStakeCap: z.number(),
  usedToday: z.number(),
  capLeft: z.number(),
  /** When the cap starts anew: the next UTC midnight. */
  resetsAt: isoTime,
  /** Available funds in USDC. In live mode: what was won and is still on its way to the wallet. */
  balance: z.number(),
  /** The cap that the house gives, and the user's own, which holds when it is lower; null: none. USDC. */
  givenCap: z.number(),
  ownCap: z.nullable(z.number()),
  /** A raise that was asked for: from when on the own cap is this, null: none. */
  nextCap: z.optional(z.object({ cap: z.nullable(z.number()), from: isoTime })),
  /** Until then no bets are taken of the user. */
  blocked: z.optional(z.object({ kind: z.enum(['break', 'exclusion']), until: isoTime })),
});
export type WireLimits = z.infer<typeof limitsSchema>;

export const accountEndpoints = {
  getLimits: {
    method: 'GET',
    path: '/api/user/limits',
    access: 'session',
    rate: 'read',
    summary: 'Available funds and what is left of the daily stake cap.',
    query: noFields,
    response: limitsSchema,
  },
  getStatement: {
    method: 'GET',
    path: '/api/user/statement',
    access: 'session',
    rate: 'read',
    summary:
      "Every entry that changed the user's funds, newest first, 100 at a time; `before` is the id of the last one received.",
    query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(16))) }),
    response: z.array(statementRowSchema),
  },
  getProfit: {
    method: 'GET',
    path: '/api/user/profit',
    access: 'session',
    rate: 'read',
    summary: 'Profit and loss of the last 30 days.',
    query: noFields,
    response: profitSchema,
  },
  changeLimits: {
    method: 'PUT',
    path: '/api/user/limits',
    access: 'signed',
    rate: 'read',
    summary: "Sets the user's own daily cap: a lower one now, a higher one or none 24 hours later.",
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
    rate: 'read',
    summary:
      "Starts a break from betting, which can't be shortened. Results are paid and bets can be cashed out. A break longer than a day needs a signature.",
    body: z.strictObject({
      period: z.enum(['24-hours', '7-days', '30-days', '6-months', '1-year', '5-years']),
      signed: signedActInput,
    }),
    response: limitsSchema,
  },
} as const satisfies Record<string, Endpoint>;
