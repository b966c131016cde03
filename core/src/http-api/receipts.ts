import * as z from 'zod/mini';
import { betSchema } from './betting.ts';
import type { Endpoint } from './endpoint.ts';
import { id, isoTime, noFields } from './fields.ts';

const postingSchema = z.object({ from: z.string(), to: z.string(), amount: z.number() });

/** Where an event of the escrow contract stands: its transaction, its block, and its number among the block's logs. */
const chainLogSchema = z.object({ txHash: z.string(), block: z.number(), logIndex: z.number() });

/** What of a live bet stands on the chain for everybody to check: see core/escrow/check-receipt-on-chain.ts. */
const receiptChainSchema = z.object({
  chainId: z.number(),
  /** The contract. */
  escrow: z.string(),
  /** The wallet that staked, and the place of the outcome in its market, counted from 0. */
  bettor: z.string(),
  outcome: z.number(),
  /** `BetPlaced`: the stake reached the contract. */
  placed: chainLogSchema,
  /** `BetPaid`, or `PayoutSetAside` where the token refused the wallet; absent until it is final. */
  ended: z.optional(z.object({ ...chainLogSchema.shape, kind: z.enum(['paid', 'set-aside']) })),
});
export type WireReceiptChain = z.infer<typeof receiptChainSchema>;

/** A leaf of the chain, with what is needed to check it without us: see core/ledger/receipt-leaf.ts. */
const receiptProofSchema = z.object({
  /** What was hashed. */
  leaf: z.string(),
  /** SHA-256 of it, hex. */
  hash: z.string(),
  /** From the leaf to the root: the other half at each step, and on which side it stands. */
  path: z.array(z.object({ hash: z.string(), side: z.enum(['left', 'right']) })),
  root: z.string(),
  /** The row of the audit chain that holds the root: its hash is SHA-256(hashBefore || content). */
  chain: z.object({
    auditId: z.number(),
    at: isoTime,
    hashBefore: z.string(),
    content: z.string(),
    hash: z.string(),
  }),
});
export type WireReceiptProof = z.infer<typeof receiptProofSchema>;

const receiptSchema = z.object({
  bet: betSchema,
  entries: z.array(
    z.object({ id: z.number(), kind: z.string(), at: isoTime, postings: z.array(postingSchema) }),
  ),
  /** One per leaf that speaks of the bet; absent until it is sealed, a few seconds after. */
  proofs: z.array(receiptProofSchema),
  sealed: z.boolean(),
  /** Of a live bet whose stake is final. */
  chain: z.optional(receiptChainSchema),
});
export type WireReceipt = z.infer<typeof receiptSchema>;

export const receiptsEndpoints = {
  getReceipt: {
    method: 'GET',
    path: '/api/receipts/:betId',
    access: 'session',
    rate: 'read',
    summary:
      "One of the user's bets, its entries in the books, and its place in the audit chain; for a live bet, also where the blockchain has it.",
    params: z.strictObject({ betId: id }),
    query: noFields,
    response: receiptSchema,
  },
} as const satisfies Record<string, Endpoint>;
