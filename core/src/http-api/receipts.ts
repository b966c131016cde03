import * as z from 'zod/mini';
import { betSchema } from './betting.ts';
import type { Endpoint } from './endpoint.ts';
import { id, isoTime } from './fields.ts';

const postingSchema = z.object({ from: z.string(), to: z.string(), amount: z.number() });

/** An escrow contract event's transaction, block, and index among the block's logs. */
const chainLogSchema = z.object({ txHash: z.string(), block: z.number(), logIndex: z.number() });

/** What anyone can check about a live bet on the chain: see core/escrow/check-receipt-on-chain.ts. */
const receiptChainSchema = z.object({
  chainId: z.number(),
  /** The contract. */
  escrow: z.string(),
  /** The wallet that staked, and the outcome's index in its market, from 0. */
  bettor: z.string(),
  outcome: z.number(),
  /** `BetPlaced`: the stake reached the contract. */
  placed: chainLogSchema,
  /** `BetPaid`, or `PayoutSetAside` if the token refused the wallet; missing until it is final. */
  ended: z.optional(z.object({ ...chainLogSchema.shape, kind: z.enum(['paid', 'set-aside']) })),
});
export type WireReceiptChain = z.infer<typeof receiptChainSchema>;

/** A leaf of the audit chain, with what is needed to check it without us: see core/ledger/receipt-leaf.ts. */
const receiptProofSchema = z.object({
  /** The hashed text. */
  leaf: z.string(),
  /** Its SHA-256, hex. */
  hash: z.string(),
  /** From the leaf to the root: the sibling hash at each step, and its side. */
  path: z.array(z.object({ hash: z.string(), side: z.enum(['left', 'right']) })),
  root: z.string(),
  /** The audit row that contains the root: its hash is SHA-256(hashBefore || content). */
  chain: z.object({
    auditId: z.number(),
    at: isoTime,
    hashBefore: z.string(),
    content: z.string(),
    hash: z.string(),
  }),
});
export type WireReceiptProof = z.infer<typeof receiptProofSchema>;

/** What proves a bet or a combo. */
export const evidenceSchema = z.object({
  entries: z.array(
    z.object({ id: z.number(), kind: z.string(), at: isoTime, postings: z.array(postingSchema) }),
  ),
  /** One per leaf about it; missing until the leaf is sealed, a few seconds later. */
  proofs: z.array(receiptProofSchema),
  sealed: z.boolean(),
});
export type WireEvidence = z.infer<typeof evidenceSchema>;

const receiptSchema = z.extend(evidenceSchema, {
  bet: betSchema,
  /** For a live bet whose stake is final. */
  chain: z.optional(receiptChainSchema),
});
export type WireReceipt = z.infer<typeof receiptSchema>;

export const receiptsEndpoints = {
  getReceipt: {
    method: 'GET',
    path: '/api/receipts/:betId',
    access: 'session',
    summary:
      "Returns one of the user's bets, its ledger entries and its place in the audit chain. For a live bet also where the blockchain confirms it.",
    params: z.strictObject({ betId: id }),
    response: receiptSchema,
    errors: ['not-found'],
  },
} as const satisfies Record<string, Endpoint>;
