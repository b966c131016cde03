import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, decimalInput, id, isoTime, noFields, signatureInput, walletInput } from './fields.ts';
import { categorySchema, marketStateSchema } from './markets.ts';

/** `pending` and `failed` are of live bets alone: not final on the chain yet, and never to be. */
const betStatusSchema = z.enum(['pending', 'confirmed', 'settled', 'failed']);
export type BetStatus = z.infer<typeof betStatusSchema>;

/**
 * An accepted live bet with all that `placeBets` of the contract takes (contracts/src/IBetEscrow.sol, `SignedBet`): whoever
 * pays the gas can send it before `acceptedUntil`, without us (contracts/script/place-bet.mjs).
 */
const signedBetSchema = z.object({
  chainId: z.number(),
  escrow: z.string(),
  bet: z.object({
    /** As the contract knows bet and market: 32 and 16 bytes as hex. */
    betId: z.string(),
    marketId: z.string(),
    bettor: z.string(),
    /** Counted from 0. */
    outcome: z.number(),
    /** Micro-USDC and micro-odds, as decimal text. */
    stake: z.string(),
    odds: z.string(),
    /** Seconds since 1970: the authorization of the stake cannot be used from then on. */
    deadline: z.number(),
  }),
  /** The bettor's signature of the authorization. */
  v: z.number(),
  r: z.string(),
  s: z.string(),
  /** Seconds since 1970: our acceptance holds before it. */
  acceptedUntil: z.number(),
  /** Our signature of the acceptance: r, s and v as hex. */
  acceptance: z.string(),
});
export type WireSignedBet = z.infer<typeof signedBetSchema>;

/** Where a live bet stands on the chain. */
const betChainSchema = z.object({
  /**
   * `waiting`: accepted, and in no transaction yet. `sent`: in one that is not in a block. `included`: in a block that
   * could still be undone. `final`: it stands. `failed`: nothing was taken, and nothing will be.
   */
  state: z.enum(['waiting', 'sent', 'included', 'final', 'failed']),
  /** The block that holds its transaction, once included. */
  block: z.optional(z.number()),
  /** While it is included: about how many blocks are left until it is final. */
  blocksLeft: z.optional(z.number()),
  /** Why it failed: core/betting/bet-failure.ts. */
  failure: z.optional(z.string()),
  /** Of a bet that was paid on the chain: the hash of the transaction that did. */
  payoutTxHash: z.optional(z.string()),
  /** While it is pending, and for its bettor alone: what sends it to the contract. */
  signed: z.optional(signedBetSchema),
});
export type WireBetChain = z.infer<typeof betChainSchema>;

const placedBetSchema = z.object({
  id: z.string(),
  marketId: z.string(),
  outcomeId: z.string(),
  amount: z.number(),
  /** What the bet was filled at: `minOdds` or better, or exactly what was signed. */
  odds: z.number(),
  /** What the bettor signed, where the market takes that for the lowest. */
  minOdds: z.optional(z.number()),
  potentialWin: z.number(),
  totalReturn: z.number(),
  status: betStatusSchema,
  placedAt: isoTime,
  /** Only ever the hash of a real chain transaction. */
  txHash: z.optional(z.string()),
  /** Made from the stored signature, see core/betting/bet-reference.ts. */
  reference: z.string(),
  /** Of live bets alone. */
  chain: z.optional(betChainSchema),
});
export type PlacedBet = z.infer<typeof placedBetSchema>;

/** How a bet ended. */
const betResultSchema = z.enum(['won', 'lost', 'void', 'cashed-out']);
export type WireBetResult = z.infer<typeof betResultSchema>;

export const betSchema = z.extend(placedBetSchema, {
  market: z.object({
    title: z.string(),
    category: categorySchema,
    state: marketStateSchema,
    /** By when it is to have its result. */
    settlesBy: z.optional(isoTime),
  }),
  outcomeName: z.string(),
  /** Of a bet that has ended: how, what was paid for it, that minus the stake, and when. */
  result: z.optional(betResultSchema),
  paid: z.optional(z.number()),
  profit: z.optional(z.number()),
  endedAt: z.optional(isoTime),
  /** Of an open bet: what the market gives for it now, USDC; absent when it cannot be cashed out. */
  cashOut: z.optional(z.number()),
});
export type WireBet = z.infer<typeof betSchema>;

const cashOutQuoteSchema = z.object({
  betId: z.string(),
  /** What the market gives for the bet now, USDC; null when it cannot be cashed out. */
  amount: z.nullable(z.number()),
  /** Why not, one plain sentence; and when it can be, where the clock alone stands against it. */
  reason: z.optional(z.string()),
  why: aReason,
  availableAt: z.optional(isoTime),
  /** Version of the market that it was computed from. */
  version: z.number(),
});
export type WireCashOutQuote = z.infer<typeof cashOutQuoteSchema>;

const cashOutSchema = z.object({
  betId: z.string(),
  /** What was paid, USDC. */
  amount: z.number(),
  /** That minus the stake, USDC. */
  profit: z.number(),
  endedAt: isoTime,
});
export type WireCashOut = z.infer<typeof cashOutSchema>;

export const quoteSchema = z.object({
  /** Server-made token that makes a retry the same bet; absent for anonymous callers. */
  quoteId: z.optional(z.string()),
  marketId: z.string(),
  outcomeId: z.string(),
  amount: z.number(),
  /** What the stake gets now. */
  odds: z.number(),
  /**
   * The lowest odds that we suggest to sign; the bet is filled at them or at better ones. Absent where a bet is filled at
   * exactly the signed odds: then `odds` are to be signed.
   */
  minOdds: z.optional(z.number()),
  potentialWin: z.number(),
  totalReturn: z.number(),
  /** The most the market takes on this outcome now, in USDC. */
  maxStake: z.number(),
  /** What is left of the caller's daily stake cap, in USDC; absent for anonymous callers. */
  capLeft: z.optional(z.number()),
  expiresAt: z.optional(isoTime),
  /**
   * In live mode, for a wallet that can bet there: the id that the bet will have, and until when the authorization of its
   * stake must hold, in seconds since 1970. Both are signed.
   */
  live: z.optional(z.object({ betId: z.string(), deadline: z.number() })),
  /** Version of the market the odds were computed from. */
  version: z.number(),
});
export type WireQuote = z.infer<typeof quoteSchema>;

export const bettingEndpoints = {
  getQuote: {
    method: 'GET',
    path: '/api/markets/:id/quote',
    access: 'public',
    rate: 'read',
    summary: 'Odds and payout for a stake. With a session it also has the token that makes retries safe.',
    params: z.strictObject({ id }),
    query: z.strictObject({ outcomeId: id, amount: z.string().check(z.maxLength(32)) }),
    response: quoteSchema,
  },
  listBets: {
    method: 'GET',
    path: '/api/user/bets',
    access: 'session',
    rate: 'read',
    summary:
      'The bets of the signed-in user, newest first, at most 500; `before` is the id of the last one received.',
    query: z.strictObject({ before: z.optional(id) }),
    response: z.array(betSchema),
  },
  placeBet: {
    method: 'POST',
    path: '/api/bets',
    access: 'session',
    rate: 'bet',
    summary:
      'Places a bet at the signed odds or better, or refuses it; a live bet at exactly the signed odds. Sending it again with the same key or quote returns the first answer.',
    headers: z.object({ 'idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
    body: z.strictObject({
      publicKey: walletInput,
      marketId: id,
      outcomeId: id,
      amount: decimalInput,
      odds: decimalInput,
      signature: signatureInput,
      /** Accepted for compatibility and ignored: a hash from the browser proves nothing. */
      txHash: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
      quoteId: z.optional(z.string().check(z.maxLength(256))),
      /** In live mode, where it is needed as the quote is: r, s and v of the authorization of the stake, hex. */
      authorization: z.optional(z.string().check(z.maxLength(132))),
    }),
    response: placedBetSchema,
  },
  getCashOut: {
    method: 'GET',
    path: '/api/bets/:id/cash-out',
    access: 'session',
    rate: 'read',
    summary: "The current cash-out amount of one of the user's open bets, or why it can't be cashed out.",
    params: z.strictObject({ id }),
    query: noFields,
    response: cashOutQuoteSchema,
  },
  cashOut: {
    method: 'POST',
    path: '/api/bets/:id/cash-out',
    access: 'session',
    rate: 'bet',
    summary:
      "Cashes out one of the user's open bets for the signed amount, if the market still offers that much. Sending it again returns the first answer.",
    params: z.strictObject({ id }),
    body: z.strictObject({ amount: decimalInput, signature: signatureInput }),
    response: cashOutSchema,
  },
} as const satisfies Record<string, Endpoint>;
