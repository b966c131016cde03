import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, isoTime, noFields } from './fields.ts';
import { marketStateSchema } from './markets.ts';

/** What the chain says of the escrow contract at a final block, beside what the books say that it holds. USDC. */
const escrowFiguresSchema = z.object({
  chainId: z.number(),
  escrow: z.string(),
  usdc: z.string(),
  block: z.number(),
  /** When that block was made. */
  at: isoTime,
  /** USDC that the token says the contract holds. */
  balance: z.number(),
  /** What the contract keeps for its markets, and for payouts that the token refused; and what is left to the house. */
  reserved: z.number(),
  setAside: z.number(),
  free: z.number(),
  /** What the books say that the contract holds. */
  booksSay: z.number(),
  /** Whether the two are the same to the micro. */
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
  /** Markets that hold money, the largest worst case first, at most 500, and how many there are. */
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
  /** Live only; null while the chain cannot be asked. */
  onChain: z.optional(z.nullable(escrowFiguresSchema)),
  /** Median and 95th percentile of the time from the start of settlement to the last payout, seconds; of the last 100. */
  payoutSeconds: z.nullable(z.object({ median: z.number(), p95: z.number(), markets: z.number() })),
});
export type WireSolvency = z.infer<typeof solvencySchema>;

export const solvencyEndpoints = {
  getSolvency: {
    method: 'GET',
    path: '/api/solvency',
    access: 'public',
    rate: 'read',
    summary:
      'What the house has and owes, and when each promise of the books was last checked; in live mode also what the blockchain says.',
    query: noFields,
    response: solvencySchema,
  },
} as const satisfies Record<string, Endpoint>;
