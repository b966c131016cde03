import * as z from 'zod/mini';
import { noCashOutSchema, placedSchema, sellingSchema } from './betting.ts';
import type { Endpoint } from './endpoint.ts';
import { aReason, decimalInput, id, isoTime, signatureInput, walletInput } from './fields.ts';
import { categorySchema, marketStateSchema } from './markets.ts';
import { evidenceSchema } from './receipts.ts';

const legSchema = z.object({
  marketId: z.string(),
  outcomeId: z.string(),
  gameId: z.string(),
  /** The market's title, which names its game. */
  title: z.string(),
  outcomeName: z.string(),
  category: categorySchema,
  state: marketStateSchema,
  /** The leg's odds when the combo was placed. */
  odds: z.number(),
  /** When its game is due to start. */
  startsAt: z.optional(isoTime),
  /** For an open leg whose game is played: the market in play whose odds count for the combo's cash-out. */
  pricedBy: z.optional(id),
  /** Missing while the leg is open. A void leg counts 1.00. */
  result: z.optional(z.enum(['won', 'lost', 'void'])),
});
export type WireComboLeg = z.infer<typeof legSchema>;

export const comboSchema = z.extend(placedSchema, {
  /** The lowest odds that the bettor signed. `odds`, at which it was filled, are at least these. */
  minOdds: z.number(),
  status: z.enum(['confirmed', 'settled']),
  /** In the order in which they were sent. */
  legs: z.array(legSchema),
  /** For an ended combo, as for a bet. */
  result: z.optional(z.enum(['won', 'lost', 'void', 'cashed-out'])),
  paid: z.optional(z.number()),
  profit: z.optional(z.number()),
  endedAt: z.optional(isoTime),
  /** What an open combo returns if its open legs win: less than `totalReturn` once a leg is void, USDC. */
  returnNow: z.optional(z.number()),
  /** For an open combo: its cash-out value now, USDC, or the reason why it has none. */
  cashOut: z.optional(z.number()),
  noCashOut: z.optional(
    z.extend(noCashOutSchema, {
      /** The selection that is the reason, from 0; missing if none is. */
      leg: z.optional(z.number()),
    }),
  ),
  /** For an open combo: its newest cash-out that waits for the delay of running games, or failed. */
  selling: z.optional(sellingSchema),
});
export type WireCombo = z.infer<typeof comboSchema>;

const comboQuoteSchema = z.object({
  /** The combo's odds now; null if these selections make no combo. */
  odds: z.nullable(z.number()),
  /** Why not, one plain sentence. */
  reason: z.optional(z.string()),
  why: aReason,
  /** The selection that is the reason, from 0. */
  leg: z.optional(z.number()),
  /** The largest stake now, USDC, and what is left of the caller's daily stake cap. Missing without odds. */
  maxStake: z.optional(z.number()),
  capLeft: z.optional(z.number()),
});
export type WireComboQuote = z.infer<typeof comboQuoteSchema>;

const comboCashOutQuoteSchema = z.object({
  comboId: z.string(),
  /** The cash-out value now, USDC; null when the combo can't be cashed out. */
  amount: z.nullable(z.number()),
  reason: z.optional(z.string()),
  why: aReason,
  availableAt: z.optional(isoTime),
  /** While games of open legs are played: how many seconds the cash-out waits before it is decided. */
  delay: z.optional(z.number()),
});
export type WireComboCashOutQuote = z.infer<typeof comboCashOutQuoteSchema>;

const comboCashOutSchema = z.object({
  comboId: z.string(),
  /** What was paid, USDC; while it waits, the least that will be. */
  amount: z.number(),
  profit: z.number(),
  /** When it was paid; missing while it waits. */
  endedAt: z.optional(isoTime),
  /** While it waits, because games of its legs are played: when the delay ends. Then it is paid, or the combo stays open. */
  decidesAt: z.optional(isoTime),
});
export type WireComboCashOut = z.infer<typeof comboCashOutSchema>;

const comboReceiptSchema = z.extend(evidenceSchema, { combo: comboSchema });
export type WireComboReceipt = z.infer<typeof comboReceiptSchema>;

/** The server checks their number: core/combos/combo-room.ts. */
const legsInput = z.array(z.strictObject({ marketId: id, outcomeId: id })).check(z.maxLength(32));

export const combosEndpoints = {
  quoteCombo: {
    method: 'POST',
    path: '/api/combos/quote',
    access: 'session',
    rate: 'read',
    repeatable: true,
    summary:
      'Returns the odds of a combo of 2 to 12 selections and the largest stake on it, or why they make no combo. It changes nothing.',
    body: z.strictObject({ legs: legsInput }),
    response: comboQuoteSchema,
  },
  placeCombo: {
    method: 'POST',
    path: '/api/combos',
    access: 'session',
    rate: 'bet',
    repeatable: true,
    summary:
      'Places a combo of 2 to 12 selections at the signed odds or better, or refuses it. A retry with the same key returns the first answer.',
    /** Required: without it a retry could be a second combo. */
    headers: z.object({ 'idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
    body: z.strictObject({
      publicKey: walletInput,
      legs: legsInput,
      amount: decimalInput,
      odds: decimalInput,
      signature: signatureInput,
    }),
    response: comboSchema,
    errors: [
      'combo-refused',
      'unknown-market',
      'unknown-outcome',
      'market-closed',
      'market-suspended',
      'feed-stale',
      'odds-changed',
      'stake-too-small',
      'stake-too-large',
      'cap-reached',
      'self-excluded',
      'insufficient-funds',
      'signature-invalid',
      'wrong-wallet',
      'already-placed',
    ],
  },
  listCombos: {
    method: 'GET',
    path: '/api/user/combos',
    access: 'session',
    summary:
      "Lists the signed-in user's combos, newest first, at most 100. `before` is the id of the last combo seen.",
    query: z.strictObject({ before: z.optional(id) }),
    response: z.array(comboSchema),
  },
  getComboReceipt: {
    method: 'GET',
    path: '/api/combos/:id/receipt',
    access: 'session',
    summary: "Returns one of the user's combos, its ledger entries and its place in the audit chain.",
    params: z.strictObject({ id }),
    response: comboReceiptSchema,
    errors: ['not-found'],
  },
  getComboCashOut: {
    method: 'GET',
    path: '/api/combos/:id/cash-out',
    access: 'session',
    summary:
      "Returns the cash-out value of one of the user's open combos now, or why it can't be cashed out.",
    params: z.strictObject({ id }),
    response: comboCashOutQuoteSchema,
    errors: ['not-found'],
  },
  cashOutCombo: {
    method: 'POST',
    path: '/api/combos/:id/cash-out',
    access: 'session',
    rate: 'bet',
    repeatable: true,
    summary:
      "Cashes out one of the user's open combos for the signed amount, if it is still worth that much; while games of its legs are played, after their delay. A retry returns the first answer.",
    params: z.strictObject({ id }),
    body: z.strictObject({ amount: decimalInput, signature: signatureInput }),
    response: comboCashOutSchema,
    errors: ['not-found', 'signature-invalid', 'cash-out-unavailable', 'odds-changed'],
  },
} as const satisfies Record<string, Endpoint>;
