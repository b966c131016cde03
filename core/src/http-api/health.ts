import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** Why bets aren't taken: a part of the server, or something it depends on. */
export const bettingReasonSchema = z.object({
  kind: z.enum([
    'stopping',
    'commits',
    'recording',
    'books',
    'tables',
    'clock',
    'seals',
    'feed',
    'chain',
    'gas',
    'standby',
  ]),
  /** Which bets it stops. A problem that stops no bet is reported because someone should look at it. */
  stops: z.enum(['every-bet', 'some-bets', 'no-bet']),
  sentence: z.string(),
});
export type BettingReason = z.infer<typeof bettingReasonSchema>;

export const healthEndpoints = {
  healthLive: {
    method: 'GET',
    path: '/api/health/live',
    access: 'public',
    rate: 'health',
    summary: 'Confirms that the process responds.',
    /** Includes the build's version, such as `0.1.0+0123456789`. */
    response: z.object({ status: z.literal('live'), version: z.string() }),
  },
  healthReady: {
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    rate: 'health',
    summary:
      'Confirms that the process can commit and is not stopping; otherwise 503 with the reason. `/api/health/betting` says whether it takes bets.',
    response: z.object({ status: z.literal('ready') }),
  },
  healthBetting: {
    method: 'GET',
    path: '/api/health/betting',
    access: 'public',
    rate: 'health',
    summary:
      'Returns whether a bet would be taken: `open`, or `limited` when some would not. When none would, 503 with the same `reasons`.',
    response: z.object({
      status: z.enum(['open', 'limited']),
      reasons: z.array(bettingReasonSchema),
    }),
  },
} as const satisfies Record<string, Endpoint>;
