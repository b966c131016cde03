import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, decimalInput, id, isoTime, signatureInput, walletInput } from './fields.ts';
import { categorySchema, marketStateSchema } from './markets.ts';

/**
 * `pending`: a live bet that isn't final on the chain yet, or a bet in play that waits for its delay. `failed`: it never
 * became a bet, and its stake is free.
 */
const betStatusSchema = z.enum(['pending', 'confirmed', 'settled', 'failed']);
export type BetStatus = z.infer<typeof betStatusSchema>;

/**
 * An accepted live bet with all that the contract's `placeBets` takes (contracts/src/IBetEscrow.sol, `SignedBet`).
 * Anyone who pays the gas can send it before `acceptedUntil`, without us (contracts/script/place-bet.mjs).
 */
const signedBetSchema = z.object({
  chainId: z.number(),
  escrow: z.string(),
  bet: z.object({
    /** The contract's ids of bet and market: 32 and 16 bytes as hex. */
    betId: z.string(),
    marketId: z.string(),
    bettor: z.string(),
    /** Counted from 0. */
    outcome: z.number(),
    /** Micro-USDC and micro-odds, as decimal text. */
    stake: z.string(),
    odds: z.string(),
    /** Seconds since 1970: from then on the authorization of the stake can't be used. */
    deadline: z.number(),
  }),
  /** The bettor's signature on the authorization. */
  v: z.number(),
  r: z.string(),
  s: z.string(),
  /** Seconds since 1970: our acceptance is valid before it. */
  acceptedUntil: z.number(),
  /** Our signature on the acceptance: r, s and v as hex. */
  acceptance: z.string(),
});
export type WireSignedBet = z.infer<typeof signedBetSchema>;

/** A live bet's state on the chain. */
const betChainSchema = z.object({
  /**
   * `waiting`: accepted, in no transaction yet. `sent`: in a transaction without a block. `included`: in a block that
   * could still be replaced. `final`: permanent. `failed`: nothing was taken, and nothing will be.
   */
  state: z.enum(['waiting', 'sent', 'included', 'final', 'failed']),
  /** Its transaction's block, once included. */
  block: z.optional(z.number()),
  /** While included: roughly how many blocks until it is final. */
  blocksLeft: z.optional(z.number()),
  /** Why it failed, see core/escrow/escrow-abi.ts. */
  failure: z.optional(z.string()),
  /** For a bet paid on the chain: the hash of the paying transaction. */
  payoutTxHash: z.optional(z.string()),
  /** While pending, for its bettor only: what can be sent to the contract. */
  signed: z.optional(signedBetSchema),
});
export type WireBetChain = z.infer<typeof betChainSchema>;

/** What a placed bet and a placed combo share. */
export const placedSchema = z.object({
  id: z.string(),
  amount: z.number(),
  /** The odds at which it was filled: `minOdds` or better, or exactly the signed odds. */
  odds: z.number(),
  potentialWin: z.number(),
  totalReturn: z.number(),
  placedAt: isoTime,
  /** Derived from the stored signature, see core/betting/bet-reference.ts. */
  reference: z.string(),
});

/** Why what waited for the delay of a running game came to nothing. */
const failureSchema = z.object({ code: z.string(), sentence: z.string(), reason: aReason });

const placedBetSchema = z.extend(placedSchema, {
  marketId: z.string(),
  outcomeId: z.string(),
  /** The signed odds, if the market takes them as a minimum. */
  minOdds: z.optional(z.number()),
  status: betStatusSchema,
  /** For a bet in play that is pending: when its delay ends. `odds` are the signed ones until it is confirmed. */
  decidesAt: z.optional(isoTime),
  /** Why a bet in play failed. */
  failure: z.optional(failureSchema),
  /** Always the hash of a real chain transaction. */
  txHash: z.optional(z.string()),
  /** Live bets only. */
  chain: z.optional(betChainSchema),
});
export type PlacedBet = z.infer<typeof placedBetSchema>;

/** How a bet ended. */
const betResultSchema = z.enum(['won', 'lost', 'void', 'cashed-out']);
export type WireBetResult = z.infer<typeof betResultSchema>;

/** Why an open bet can't be cashed out now, see core/betting/decide-cash-out.ts. */
export const noCashOutSchema = z.object({
  code: z.enum([
    'live-mode',
    'bet-ended',
    'market-closed',
    'market-suspended',
    'feed-stale',
    'too-soon',
    'no-price',
    'one-sided',
    'not-covered',
    'waiting',
  ]),
  /** When it will be possible, if only time prevents it. */
  availableAt: z.optional(isoTime),
});

/** A cash-out while games are played. It waits for their delay. */
export const sellingSchema = z.object({
  /** What the bettor signed, USDC: the least that is paid. */
  amount: z.number(),
  /** The stake of the part that is sold, USDC; missing if it is all that is open. */
  stake: z.optional(z.number()),
  /** When its delay ends. */
  decidesAt: isoTime,
  /** Why nothing was paid; missing while it waits. */
  failure: z.optional(failureSchema),
});
export type WireSelling = z.infer<typeof sellingSchema>;

const automaticCashOutSchema = z.object({
  betId: z.string(),
  /** What the bettor signed, USDC: the bet is cashed out once the market gives that much, for all that it gives then. */
  amount: z.number(),
  /** When it was asked for. */
  placedAt: isoTime,
});
export type WireAutomaticCashOut = z.infer<typeof automaticCashOutSchema>;

export const betSchema = z.extend(placedBetSchema, {
  market: z.object({
    title: z.string(),
    category: categorySchema,
    state: marketStateSchema,
    /** When the result is due. */
    settlesBy: z.optional(isoTime),
  }),
  outcomeName: z.string(),
  /**
   * What was sold of it in parts, USDC: their stakes, what these would have returned, and what was paid for them. The rest of
   * `amount` and `totalReturn` is open, or has the result.
   */
  sold: z.optional(z.object({ stake: z.number(), totalReturn: z.number(), paid: z.number() })),
  /** For an ended bet: its result, what was paid with its sold parts, that minus the stake, and when it ended. */
  result: z.optional(betResultSchema),
  paid: z.optional(z.number()),
  profit: z.optional(z.number()),
  endedAt: z.optional(isoTime),
  /** For an open bet: the cash-out value now of all that is open, USDC; missing when it can't be cashed out. */
  cashOut: z.optional(z.number()),
  /** For an open bet without that value: the reason. */
  noCashOut: z.optional(noCashOutSchema),
  /** For an open bet whose game is played: the market in play whose odds count for its cash-out. */
  pricedBy: z.optional(id),
  /** For an open bet: its newest cash-out that waits for the delay of the running game, or failed. */
  selling: z.optional(sellingSchema),
  /** For an open bet: the automatic cash-out that waits for its amount. For a cashed-out bet: the one that paid it. */
  automatic: z.optional(z.pick(automaticCashOutSchema, { amount: true, placedAt: true })),
});
export type WireBet = z.infer<typeof betSchema>;

const cashOutQuoteSchema = z.object({
  betId: z.string(),
  /** The open stake of the bet, USDC. */
  openStake: z.number(),
  /** The cash-out value now of that stake, or of the part in question, USDC; null when it can't be cashed out. */
  amount: z.nullable(z.number()),
  /** Why not, one plain sentence, and when it will be possible if only time prevents it. */
  reason: z.optional(z.string()),
  why: aReason,
  availableAt: z.optional(isoTime),
  /** While its game is played: how many seconds the cash-out waits before it is decided. */
  delay: z.optional(z.number()),
  /** While its game is played: the market in play whose odds count, which may be another than the bet's. */
  pricedBy: z.optional(id),
  /** The version of the market whose odds count. */
  version: z.number(),
});
export type WireCashOutQuote = z.infer<typeof cashOutQuoteSchema>;

const cashOutSchema = z.object({
  betId: z.string(),
  /** What was paid, USDC; while it waits, the least that will be. */
  amount: z.number(),
  /** The stake that it ends, USDC. */
  stake: z.number(),
  /** The amount minus that stake, USDC. */
  profit: z.number(),
  /** When it was paid; missing while it waits. */
  endedAt: z.optional(isoTime),
  /** While it waits, because the bet's game is played: when its delay ends. Then it is paid, or the bet stays open. */
  decidesAt: z.optional(isoTime),
});
export type WireCashOut = z.infer<typeof cashOutSchema>;

export const quoteSchema = z.object({
  /** A server-made token that makes a retry the same bet; missing for anonymous callers. */
  quoteId: z.optional(z.string()),
  marketId: z.string(),
  outcomeId: z.string(),
  amount: z.number(),
  /** The stake's current odds. */
  odds: z.number(),
  /**
   * The lowest odds that we suggest to sign; the bet is filled at these or better. Missing if the market fills bets
   * at exactly the signed odds: then sign `odds`.
   */
  minOdds: z.optional(z.number()),
  potentialWin: z.number(),
  totalReturn: z.number(),
  /** The largest stake the market takes on this outcome now, USDC. */
  maxStake: z.number(),
  /** What is left of the caller's daily stake cap, USDC; missing for anonymous callers. */
  capLeft: z.optional(z.number()),
  expiresAt: z.optional(isoTime),
  /**
   * In live mode, for a wallet that can bet on that chain: the future bet's id, and when the stake's authorization
   * must end, in seconds since 1970. Both are signed.
   */
  live: z.optional(z.object({ betId: z.string(), deadline: z.number() })),
  /** The market version the odds were computed from. */
  version: z.number(),
});
export type WireQuote = z.infer<typeof quoteSchema>;

export const bettingEndpoints = {
  getQuote: {
    method: 'GET',
    path: '/api/markets/:id/quote',
    access: 'public',
    usesSession: true,
    summary:
      'Returns odds and payout for a stake. With a session it also returns the token that makes retries safe.',
    params: z.strictObject({ id }),
    query: z.strictObject({ outcomeId: id, amount: z.string().check(z.maxLength(32)) }),
    response: quoteSchema,
    errors: [
      'unknown-market',
      'unknown-outcome',
      'market-closed',
      'market-suspended',
      'feed-stale',
      'odds-changed',
      'stake-too-small',
      'stake-too-large',
      'live-wait',
    ],
  },
  listBets: {
    method: 'GET',
    path: '/api/user/bets',
    access: 'session',
    summary:
      "Lists the signed-in user's bets, newest first, at most 500. `before` is the id of the last bet seen.",
    query: z.strictObject({ before: z.optional(id) }),
    response: z.array(betSchema),
  },
  listPositions: {
    method: 'GET',
    path: '/api/user/positions',
    access: 'session',
    summary:
      "Lists the signed-in user's open bets, newest first, at most 500: each with its cash-out value now, or why it has none.",
    response: z.array(betSchema),
  },
  getBetPicture: {
    method: 'GET',
    path: '/api/bets/:id/picture',
    access: 'session',
    summary:
      "Returns a 1200 by 630 picture of one of the user's bets, to share: its market, outcome, odds and result or value now. `amounts=shown` adds stake and payout.",
    params: z.strictObject({ id }),
    query: z.strictObject({
      lang: z.optional(z.enum(['en', 'es'])),
      amounts: z.optional(z.enum(['shown', 'hidden'])),
    }),
    response: z.string(),
    media: 'image/png',
    errors: ['not-found'],
  },
  placeBet: {
    method: 'POST',
    path: '/api/bets',
    access: 'session',
    rate: 'bet',
    repeatable: true,
    summary:
      'Places a bet at the signed odds or better, or refuses it. A live bet gets exactly the signed odds. A retry with the same key or quote returns the first answer.',
    headers: z.object({ 'idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
    body: z.strictObject({
      publicKey: walletInput,
      marketId: id,
      outcomeId: id,
      amount: decimalInput,
      odds: decimalInput,
      signature: signatureInput,
      /** Accepted for compatibility and ignored: a transaction hash from the browser proves nothing. */
      txHash: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
      quoteId: z.optional(z.string().check(z.maxLength(256))),
      /** Required in live mode, as is the quote: r, s and v of the stake's authorization, hex. */
      authorization: z.optional(z.string().check(z.maxLength(132))),
    }),
    response: placedBetSchema,
    errors: [
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
      'quote-expired',
      'wrong-chain',
      'live-wait',
      'already-placed',
    ],
  },
  getCashOut: {
    method: 'GET',
    path: '/api/bets/:id/cash-out',
    access: 'session',
    summary:
      "Returns the cash-out value of one of the user's open bets now, or why it cannot be cashed out. With `stake`, that of a part of the open stake.",
    params: z.strictObject({ id }),
    query: z.strictObject({ stake: z.optional(z.string().check(z.maxLength(32))) }),
    response: cashOutQuoteSchema,
    errors: ['not-found'],
  },
  cashOut: {
    method: 'POST',
    path: '/api/bets/:id/cash-out',
    access: 'session',
    rate: 'bet',
    repeatable: true,
    summary:
      "Cashes out one of the user's open bets for the signed amount, or a part of it, if the market still gives that much; while the game is played, after its delay. A retry returns the first answer.",
    params: z.strictObject({ id }),
    body: z.strictObject({
      amount: decimalInput,
      /** A part of the bet: this much of the open stake, and the open stake that the bettor saw. Both are signed. */
      part: z.optional(z.strictObject({ stake: decimalInput, of: decimalInput })),
      signature: signatureInput,
    }),
    response: cashOutSchema,
    errors: ['not-found', 'signature-invalid', 'cash-out-unavailable', 'odds-changed'],
  },
  setAutomaticCashOut: {
    method: 'PUT',
    path: '/api/bets/:id/automatic-cash-out',
    access: 'session',
    rate: 'bet',
    repeatable: true,
    summary:
      "Cashes out one of the user's open bets once the market gives the signed amount, for all that it gives then. It takes the place of an earlier one; a retry returns the first answer.",
    params: z.strictObject({ id }),
    body: z.strictObject({ amount: decimalInput, signature: signatureInput }),
    response: automaticCashOutSchema,
    errors: ['not-found', 'signature-invalid', 'cash-out-unavailable'],
  },
  cancelAutomaticCashOut: {
    method: 'POST',
    path: '/api/bets/:id/automatic-cash-out/cancel',
    access: 'session',
    rate: 'bet',
    repeatable: true,
    summary: "Cancels the automatic cash-out of one of the user's bets, if it has one.",
    params: z.strictObject({ id }),
    response: z.object({ betId: z.string() }),
    errors: ['not-found', 'cash-out-unavailable'],
  },
} as const satisfies Record<string, Endpoint>;
