import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, isoTime } from './fields.ts';
import { marketStateSchema } from './markets.ts';

/** The chain's figures for the escrow contract at a final block, next to the books' figure. USDC. */
const escrowFiguresSchema = z.object({
  chainId: z.number(),
  escrow: z.string(),
  usdc: z.string(),
  block: z.number(),
  /** That block's time. */
  at: isoTime,
  /** The contract's USDC balance according to the token. */
  balance: z.number(),
  /** What the contract keeps for its markets and for payouts that the token refused, and what is free for the house. */
  reserved: z.number(),
  setAside: z.number(),
  free: z.number(),
  /** The contract's balance according to the books. */
  booksSay: z.number(),
  /** Whether the two balances are equal to the micro-USDC. */
  agrees: z.boolean(),
});
export type WireEscrowFigures = z.infer<typeof escrowFiguresSchema>;

const solvencySchema = z.object({
  at: isoTime,
  mode: z.enum(['demo', 'live']),
  /** USDC. */
  pool: z.number(),
  escrow: z.number(),
  worstCase: z.number(),
  userFunds: z.number(),
  /**
   * Open combos: what is kept for them, the most that they may be paid, and their number. In none of the sums above, so the
   * house owes \`worstCase\` of both at most. Missing from servers of 0.1.0.
   */
  combos: z.optional(z.object({ held: z.number(), worstCase: z.number(), open: z.number() })),
  /** Markets with money, largest worst case first, at most 500, and their total number. */
  markets: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: marketStateSchema,
      escrow: z.number(),
      worstCase: z.number(),
      openStakes: z.number(),
    }),
  ),
  marketCount: z.number(),
  invariants: z.array(
    z.object({
      number: z.number(),
      promise: z.string(),
      promiseReason: aReason,
      holds: z.boolean(),
      checkedAt: z.nullable(isoTime),
    }),
  ),
  /** The latest row of the audit chain. */
  chain: z.nullable(z.object({ auditId: z.number(), at: isoTime, hash: z.string() })),
  /** Live mode only; null while the chain can't be reached. */
  onChain: z.optional(z.nullable(escrowFiguresSchema)),
  /**
   * Median and 95th percentile of the seconds from the start of settlement to the last payout, for the last 100
   * markets.
   */
  payoutSeconds: z.nullable(z.object({ median: z.number(), p95: z.number(), markets: z.number() })),
});
export type WireSolvency = z.infer<typeof solvencySchema>;

export const solvencyEndpoints = {
  getSolvency: {
    method: 'GET',
    path: '/api/solvency',
    access: 'public',
    summary:
      "Returns what the house has and owes, and when each of the books' promises was last checked. In live mode also the chain's figures.",
    response: solvencySchema,
  },
} as const satisfies Record<string, Endpoint>;
