import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

const configSchema = z.object({
  mode: z.enum(['demo', 'live']),
  /** Whether the app offers its built-in practice wallets. */
  practiceWallets: z.boolean(),
  /**
   * The address of "Practice admin", whose key comes with the link that the server prints at its start; only in a
   * demo that serves only this machine.
   */
  practiceAdmin: z.optional(z.string()),
  /** Simulated traders bet practice money too; their bets are marked in a market's activity. Absent for none. */
  simulatedTraders: z.optional(z.literal(true)),
  solanaRpcUrl: z.string(),
  /** The source of sports markets: Azuro itself, or the demo's stand-in. */
  feed: z.enum(['azuro', 'demo-feed']),
  /** The chain and contract of live bets. */
  live: z.optional(
    z.object({
      chainId: z.number(),
      chainName: z.literal('Polygon'),
      /** URL of a block explorer, without a trailing slash. */
      explorer: z.nullable(z.string()),
      escrow: z.string(),
      usdc: z.object({ address: z.string(), name: z.string(), version: z.string() }),
      /** A node that the browser may use directly. */
      rpcUrl: z.nullable(z.string()),
    }),
  ),
  /** For a practice chain on the operator's own machine: its node and wallets, whose keys also come with links. */
  practiceChain: z.optional(
    z.object({ rpcUrl: z.string(), wallets: z.array(z.object({ name: z.string(), address: z.string() })) }),
  ),
});
export type WireConfig = z.infer<typeof configSchema>;

export const configEndpoints = {
  getConfig: {
    method: 'GET',
    path: '/api/config',
    access: 'public',
    summary: 'Returns what the app needs first: the mode and what it offers.',
    response: configSchema,
  },
} as const satisfies Record<string, Endpoint>;
