import * as z from 'zod/mini';
import { reasonSchema } from '../sentences/reason-schema.ts';
import { pendingChangeSchema } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { aReason, formText, id, isoTime, noFields, signedActInput } from './fields.ts';
import { marketSourceSchema, marketStateSchema } from './markets.ts';

/** What ending a market does to the books, worked out before anything is paid. USDC. */
export const rehearsalSchema = z.object({
  marketId: z.string(),
  title: z.string(),
  version: z.number(),
  /** The outcome that wins; null for a void. */
  outcomeId: z.nullable(z.string()),
  outcomeName: z.nullable(z.string()),
  /** Open bets that end, how many of them get something, and what together. */
  bets: z.number(),
  paidBets: z.number(),
  paid: z.number(),
  escrow: z.number(),
  toPool: z.number(),
  /** What the house gains on the market over its whole life; below zero when it loses. */
  houseResult: z.number(),
  /** The largest payments, at most 10. */
  largest: z.array(z.object({ wallet: z.string(), betId: z.string(), stake: z.number(), paid: z.number() })),
  /** Balances of the books before and after. They add to zero. */
  ledger: z.array(z.object({ account: z.string(), before: z.number(), after: z.number() })),
  /** What an admin should look at twice, a sentence each. */
  odd: z.array(z.string()),
  /** In their order; absent of what was rehearsed by an older version. */
  oddReasons: z.optional(z.array(reasonSchema)),
  /** Names exactly this rehearsal: confirming and approving send it. */
  hash: z.string(),
});
export type WireRehearsal = z.infer<typeof rehearsalSchema>;

/** `approval`: a second admin must approve it. `window`: it is paid from a moment on, until then it can be undone. */
const resolutionStageSchema = z.enum([
  'approval',
  'window',
  'paying',
  'paid',
  'undone',
  'objected',
  'replaced',
]);
export type ResolutionStage = z.infer<typeof resolutionStageSchema>;

/** Where the contract stands with a market that is to end, by final blocks. */
const resolutionChainSchema = z.object({
  /**
   * `betting`: it takes no result before its own close. `proposing`: the result is on its way. `window`: it waits for
   * objections. `held`: it has a proposal that does not stand here. `finalising`: the result is being made final, and nothing
   * can stop it. `final`: it stands, and the contract pays.
   */
  state: z.enum(['betting', 'proposing', 'window', 'held', 'finalising', 'final']),
  /** When the betting there ends, or the window. */
  until: z.optional(isoTime),
});
export type WireResolutionChain = z.infer<typeof resolutionChainSchema>;

const resolutionSchema = z.object({
  id: z.number(),
  marketId: z.string(),
  title: z.string(),
  outcomeId: z.nullable(z.string()),
  outcomeName: z.nullable(z.string()),
  /** `chain`: the contract had ended the market, and the books followed it. */
  source: z.enum(['admin', 'feed', 'practice', 'guardian', 'chain']),
  evidence: z.string(),
  stage: resolutionStageSchema,
  /** Addresses; absent where no user did it. */
  proposedBy: z.optional(z.string()),
  proposedAt: isoTime,
  approvedBy: z.optional(z.string()),
  approvedAt: z.optional(isoTime),
  paysFrom: z.optional(isoTime),
  endedAt: z.optional(isoTime),
  endReason: z.optional(z.string()),
  /** Where no person gave it. */
  endWhy: aReason,
  /** While it is paid: about how many of the bets that it ends are done. */
  progress: z.optional(z.object({ done: z.number(), bets: z.number() })),
  /** How often guardians have objected to a result of the market: after one objection, another makes it void. */
  objections: z.number(),
  /** Of an end that is under way, in live mode. */
  chain: z.optional(resolutionChainSchema),
  rehearsal: rehearsalSchema,
});
export type WireResolution = z.infer<typeof resolutionSchema>;

/** Why an admin must look at a market before it can end: core/sentences/reviews.ts has the sentences. */
const reviewSchema = z.enum([
  'no-winner',
  'several-winners',
  'unknown-winner',
  'contradiction',
  'corrected',
  'removed',
  'no-result',
  'objected',
  'rehearsal-differs',
  'late-bets',
  'chain-refused',
  'chain-holds',
  'chain-ended',
]);
export type Review = z.infer<typeof reviewSchema>;

const waitingMarketSchema = z.object({
  id: z.string(),
  title: z.string(),
  source: marketSourceSchema,
  state: marketStateSchema,
  closesAt: isoTime,
  settlesBy: isoTime,
  /** Past `settlesBy`. */
  overdue: z.boolean(),
  bets: z.number(),
  stakes: z.number(),
  /** With the number of open bets on each. */
  outcomes: z.array(z.object({ id: z.string(), name: z.string(), bets: z.optional(z.number()) })),
  review: z.optional(reviewSchema),
  /** A sentence, with the sums where they stand against paying it. */
  why: z.string(),
  whyReason: aReason,
});
export type WireWaitingMarket = z.infer<typeof waitingMarketSchema>;

/** What the contract still has to pay for bets that are settled here. Amounts in USDC. */
const chainPayoutsSchema = z.object({
  /** On their way. */
  bets: z.number(),
  amount: z.number(),
  /** Of these, bets that every try came to nothing for: somebody has to look why. */
  stuck: z.number(),
  /** What the token refused wallets: the contract keeps it for them. The largest first. */
  setAside: z.array(z.object({ wallet: z.string(), bets: z.number(), amount: z.number() })),
});
export type WireChainPayouts = z.infer<typeof chainPayoutsSchema>;

/** Everything that waits for an admin. */
const resultsQueueSchema = z.object({
  /** Closed markets without a result, those to be looked at first. */
  waiting: z.array(waitingMarketSchema),
  /** Under way, and the latest that ended. */
  resolutions: z.array(resolutionSchema),
  changes: z.array(pendingChangeSchema),
  /** In live mode. */
  payouts: z.optional(chainPayoutsSchema),
});
export type WireResultsQueue = z.infer<typeof resultsQueueSchema>;

export const settlementEndpoints = {
  listGuarded: {
    method: 'GET',
    path: '/api/guardian/resolutions',
    access: 'guardian',
    rate: 'admin',
    summary: 'Approved results that are not paid yet.',
    query: noFields,
    response: z.array(resolutionSchema),
  },
  objectToResult: {
    method: 'POST',
    path: '/api/guardian/resolutions/:id/object',
    access: 'guardian',
    rate: 'admin',
    summary:
      'Objects to a result: the market goes back to closed, or becomes void if a second guardian objects. Only until settlement begins. Needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText, signed: signedActInput }),
    response: resolutionSchema,
  },
  getResultsQueue: {
    method: 'GET',
    path: '/api/admin/results',
    access: 'admin',
    rate: 'admin',
    summary: 'Everything waiting for an admin: results, approvals, odd answers from the feed.',
    query: noFields,
    response: resultsQueueSchema,
  },
  resolveMarket: {
    method: 'POST',
    path: '/api/admin/markets/:id/resolve',
    access: 'admin',
    rate: 'admin',
    summary:
      'Rehearses the result of a closed market, or proposes it with the hash of its rehearsal. In demo mode proposing also pays, and needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({
      outcomeId: id,
      /** A link or a note. */
      evidence: formText,
      dryRun: z.optional(z.boolean()),
      /** Of the rehearsal that was seen; needed unless `dryRun`. */
      hash: z.optional(z.string().check(z.maxLength(64))),
      /** Needed where no second admin approves it. */
      signed: signedActInput,
    }),
    response: z.object({ rehearsal: rehearsalSchema, resolution: z.optional(resolutionSchema) }),
  },
  voidMarket: {
    method: 'POST',
    path: '/api/admin/markets/:id/void',
    access: 'admin',
    rate: 'admin',
    summary: 'Like resolve, but refunds every open stake; from any state before settled.',
    params: z.strictObject({ id }),
    body: z.strictObject({
      reason: formText,
      dryRun: z.optional(z.boolean()),
      hash: z.optional(z.string().check(z.maxLength(64))),
      /** Needed where no second admin approves it. */
      signed: signedActInput,
    }),
    response: z.object({ rehearsal: rehearsalSchema, resolution: z.optional(resolutionSchema) }),
  },
  approveResolution: {
    method: 'POST',
    path: '/api/admin/markets/:id/approve',
    access: 'admin',
    rate: 'admin',
    summary:
      'Approves the result of a market by its hash; the approving admin must not be the one who proposed it. Needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({ hash: z.string().check(z.maxLength(64)), signed: signedActInput }),
    response: resolutionSchema,
  },
  undoResolution: {
    method: 'POST',
    path: '/api/admin/markets/:id/undo',
    access: 'admin',
    rate: 'admin',
    summary: 'Undoes the proposed result of a market. Only until settlement begins.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText }),
    response: resolutionSchema,
  },
} as const satisfies Record<string, Endpoint>;
