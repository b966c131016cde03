import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** Why bets are not taken: a part of the server, or what it rests on. */
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
  ]),
  /** How far it goes. What stops no bet is told because it should be looked at. */
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
    summary: 'The process is up.',
    /** With the version of the build, such as `0.1.0+0123456789`. */
    response: z.object({ status: z.literal('live'), version: z.string() }),
  },
  healthReady: {
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    rate: 'health',
    summary:
      'The process is ready: it can commit and is not stopping. 503 with the reason otherwise. `/api/health/betting` says whether bets are accepted.',
    response: z.object({ status: z.literal('ready') }),
  },
  healthBetting: {
    method: 'GET',
    path: '/api/health/betting',
    access: 'public',
    rate: 'health',
    summary:
      'Whether bets are accepted: `open`, `limited` while some are not, and 503 with the same `reasons` while none are.',
    response: z.object({
      status: z.enum(['open', 'limited']),
      reasons: z.array(bettingReasonSchema),
    }),
  },
} as const satisfies Record<string, Endpoint>;
