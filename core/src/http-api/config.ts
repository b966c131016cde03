import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { noFields } from './fields.ts';

const configSchema = z.object({
  mode: z.enum(['demo', 'live']),
  /** Whether the app offers its built-in practice wallets. */
  practiceWallets: z.boolean(),
  /** Address of "Practice admin", whose key comes by the link that the start prints; only in a demo of this machine alone. */
  practiceAdmin: z.optional(z.string()),
  solanaRpcUrl: z.string(),
  /** Where sports markets come from: Azuro itself, or the stand-in that the demo runs. */
  feed: z.enum(['azuro', 'demo-feed']),
  /** Where live bets are placed. */
  live: z.optional(
    z.object({
      chainId: z.number(),
      chainName: z.literal('Polygon'),
      /** Address of a block explorer, without a slash at its end. */
      explorer: z.nullable(z.string()),
      escrow: z.string(),
      usdc: z.object({ address: z.string(), name: z.string(), version: z.string() }),
      /** A node that the browser may ask by itself. */
      rpcUrl: z.nullable(z.string()),
    }),
  ),
  /** Of a chain on the operator's own machine, for practice: its node, and the wallets on it, whose keys come by links too. */
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
    rate: 'read',
    summary: 'What the app needs to know before anything else: the mode and what it offers.',
    query: noFields,
    response: configSchema,
  },
} as const satisfies Record<string, Endpoint>;
