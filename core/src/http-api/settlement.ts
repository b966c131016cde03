import * as z from 'zod/mini';
import { reasonSchema } from '../sentences/reason-schema.ts';
import { pendingChangeSchema } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { aReason, formText, id, isoTime, signedActInput } from './fields.ts';
import { marketSourceSchema, marketStateSchema } from './markets.ts';

/** What ending a market does to the books, calculated before anything is paid. USDC. */
export const rehearsalSchema = z.object({
  marketId: z.string(),
  title: z.string(),
  version: z.number(),
  /** The winning outcome, the first of several; null for a void. */
  outcomeId: z.nullable(z.string()),
  /** The other winners, where several outcomes win; absent where one does. */
  alsoWonIds: z.optional(z.array(z.string())),
  /** The names of all winners, with commas between them. */
  outcomeName: z.nullable(z.string()),
  /** Open bets that end, how many of them are paid, and the total. */
  bets: z.number(),
  paidBets: z.number(),
  paid: z.number(),
  escrow: z.number(),
  toPool: z.number(),
  /** What the house gains on the market over its whole life; below zero for a loss. */
  houseResult: z.number(),
  /**
   * How many selections of combos the result decides, and how many combos lose by it; absent for none. Combos are paid from
   * an account of their own, so they are in no amount here and not in the hash.
   */
  comboLegs: z.optional(z.number()),
  lostCombos: z.optional(z.number()),
  /** The largest payments, at most 10. */
  largest: z.array(z.object({ wallet: z.string(), betId: z.string(), stake: z.number(), paid: z.number() })),
  /** Account balances before and after. The changes add up to zero. */
  ledger: z.array(z.object({ account: z.string(), before: z.number(), after: z.number() })),
  /** Warnings for the admin, one sentence each. */
  odd: z.array(z.string()),
  /** In the same order; missing for rehearsals by older versions. */
  oddReasons: z.optional(z.array(reasonSchema)),
  /** Identifies this exact rehearsal: confirming and approving send it. */
  hash: z.string(),
});
export type WireRehearsal = z.infer<typeof rehearsalSchema>;

/** `approval`: a second admin must approve it. `window`: it is paid at a set time and can be undone until then. */
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

/** The contract's state of a market that is to end, by final blocks. */
const resolutionChainSchema = z.object({
  /**
   * `betting`: the contract takes no result before its own close. `proposing`: the result is on its way. `window`:
   * waiting for objections. `held`: its proposal differs from ours. `finalising`: the result is being made final and
   * can't be stopped. `final`: the result is permanent, and the contract pays.
   */
  state: z.enum(['betting', 'proposing', 'window', 'held', 'finalising', 'final']),
  /** When its betting or its objection window ends. */
  until: z.optional(isoTime),
});
export type WireResolutionChain = z.infer<typeof resolutionChainSchema>;

const resolutionSchema = z.object({
  id: z.number(),
  marketId: z.string(),
  title: z.string(),
  /** As in the rehearsal. */
  outcomeId: z.nullable(z.string()),
  alsoWonIds: z.optional(z.array(z.string())),
  outcomeName: z.nullable(z.string()),
  /** `chain`: the contract ended the market, and the books followed. */
  source: z.enum(['admin', 'feed', 'practice', 'guardian', 'chain']),
  evidence: z.string(),
  stage: resolutionStageSchema,
  /** Addresses; missing when no user did it. */
  proposedBy: z.optional(z.string()),
  proposedAt: isoTime,
  approvedBy: z.optional(z.string()),
  approvedAt: z.optional(isoTime),
  paysFrom: z.optional(isoTime),
  endedAt: z.optional(isoTime),
  endReason: z.optional(z.string()),
  /** When no person wrote the reason. */
  endWhy: aReason,
  /** While it is being paid: roughly how many of its bets are done. */
  progress: z.optional(z.object({ done: z.number(), bets: z.number() })),
  /** How often guardians objected to a result of the market: after one objection, another voids it. */
  objections: z.number(),
  /** For an end in progress, in live mode. */
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
  /** How many selections of combos wait for its result; absent for none. */
  comboLegs: z.optional(z.number()),
  stakes: z.number(),
  /** How many of the outcomes win; absent for 1. */
  winners: z.optional(z.number()),
  /** With the number of open bets on each outcome. */
  outcomes: z.array(z.object({ id: z.string(), name: z.string(), bets: z.optional(z.number()) })),
  review: z.optional(reviewSchema),
  /** A sentence, with the amounts if they prevent payment. */
  why: z.string(),
  whyReason: aReason,
});
export type WireWaitingMarket = z.infer<typeof waitingMarketSchema>;

/** What the contract still has to pay for bets that are already settled here. Amounts in USDC. */
const chainPayoutsSchema = z.object({
  /** Payments on their way. */
  bets: z.number(),
  amount: z.number(),
  /** Those whose every payment attempt failed: someone has to find out why. */
  stuck: z.number(),
  /** Payouts that the token refused to wallets: the contract keeps them. Largest first. */
  setAside: z.array(z.object({ wallet: z.string(), bets: z.number(), amount: z.number() })),
});
export type WireChainPayouts = z.infer<typeof chainPayoutsSchema>;

/** More than any market needs: it has at most 16 outcomes. */
const MOST_ALSO_WON = 15;

/** Everything that waits for an admin. */
const resultsQueueSchema = z.object({
  /** Closed markets without a result, the most urgent first. */
  waiting: z.array(waitingMarketSchema),
  /** In progress, and the latest that ended. */
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
    summary: 'Lists results that were approved and are not paid yet.',
    response: z.array(resolutionSchema),
  },
  objectToResult: {
    method: 'POST',
    path: '/api/guardian/resolutions/:id/object',
    access: 'guardian',
    summary:
      'Objects to a result before settlement begins. The first objection returns the market to closed; a later one voids it. Needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText, signed: signedActInput }),
    response: resolutionSchema,
    errors: ['not-found', 'wrong-state', 'signature-needed', 'signature-invalid'],
  },
  getResultsQueue: {
    method: 'GET',
    path: '/api/admin/results',
    access: 'admin',
    summary:
      'Returns everything that waits for an admin: results, approvals and unusual answers of the feed.',
    response: resultsQueueSchema,
  },
  resolveMarket: {
    method: 'POST',
    path: '/api/admin/markets/:id/resolve',
    access: 'admin',
    summary:
      "Rehearses a closed market's result, or proposes it with the rehearsal's hash. In demo mode proposing pays and needs a signature.",
    params: z.strictObject({ id }),
    body: z.strictObject({
      outcomeId: id,
      /** The other winners, where several outcomes win. */
      alsoWonIds: z.optional(z.array(id).check(z.maxLength(MOST_ALSO_WON))),
      /** A link or a note. */
      evidence: formText,
      dryRun: z.optional(z.boolean()),
      /** The hash of the rehearsal that the admin saw; required unless `dryRun`. */
      hash: z.optional(z.string().check(z.maxLength(64))),
      /** Needed where no second admin approves it. */
      signed: signedActInput,
    }),
    response: z.object({ rehearsal: rehearsalSchema, resolution: z.optional(resolutionSchema) }),
    errors: [
      'not-found',
      'unknown-outcome',
      'wrong-state',
      'rehearsal-changed',
      'signature-needed',
      'signature-invalid',
    ],
  },
  voidMarket: {
    method: 'POST',
    path: '/api/admin/markets/:id/void',
    access: 'admin',
    summary: 'Like resolve, but refunds every open stake. Works in any state before settled.',
    params: z.strictObject({ id }),
    body: z.strictObject({
      reason: formText,
      dryRun: z.optional(z.boolean()),
      hash: z.optional(z.string().check(z.maxLength(64))),
      /** Needed where no second admin approves it. */
      signed: signedActInput,
    }),
    response: z.object({ rehearsal: rehearsalSchema, resolution: z.optional(resolutionSchema) }),
    errors: ['not-found', 'wrong-state', 'rehearsal-changed', 'signature-needed', 'signature-invalid'],
  },
  approveResolution: {
    method: 'POST',
    path: '/api/admin/markets/:id/approve',
    access: 'admin',
    summary: 'Approves the end of a market that another admin proposed, by its hash. Needs a signature.',
    params: z.strictObject({ id }),
    body: z.strictObject({ hash: z.string().check(z.maxLength(64)), signed: signedActInput }),
    response: resolutionSchema,
    errors: ['not-found', 'wrong-state', 'rehearsal-changed', 'signature-needed', 'signature-invalid'],
  },
  undoResolution: {
    method: 'POST',
    path: '/api/admin/markets/:id/undo',
    access: 'admin',
    summary: 'Withdraws the proposed end of a market. Only possible before settlement begins.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText }),
    response: resolutionSchema,
    errors: ['not-found', 'wrong-state'],
  },
} as const satisfies Record<string, Endpoint>;
