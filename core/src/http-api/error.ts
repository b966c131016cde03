import * as z from 'zod/mini';
import { reasonSchema } from '../sentences/reason-schema.ts';
import { quoteSchema } from './betting.ts';
import { aReason, isoTime } from './fields.ts';
import { bettingReasonSchema } from './health.ts';
import { rehearsalSchema } from './settlement.ts';

/** Every error response, whatever its status: one plain sentence, a stable code, and a request id to quote to support. */
export const errorSchema = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** What `error` says, more specific than `code`; missing for errors that only programmers see. */
  reason: aReason,
  /** With `odds-changed`: the stake's current quote. */
  quote: z.optional(quoteSchema),
  /** With `odds-changed` of a combo: its odds now; missing if it has none. */
  odds: z.optional(z.number()),
  /** Of a combo: the selection that is the reason, from 0. */
  leg: z.optional(z.number()),
  /** With `stake-too-large`, in USDC. */
  maxStake: z.optional(z.number()),
  /** With `cap-reached`, in USDC. */
  capLeft: z.optional(z.number()),
  /** With `insufficient-funds`, in USDC. */
  balance: z.optional(z.number()),
  /** With `live-wait`: when betting is possible again. */
  until: z.optional(isoTime),
  /** With `odds-changed` of a cash-out: its current value, USDC. */
  cashOut: z.optional(z.number()),
  /** With `rehearsal-changed`: the current rehearsal. */
  rehearsal: z.optional(rehearsalSchema),
  /** With `invalid-request` of a form: one sentence per field name. */
  fields: z.optional(z.record(z.string(), z.string())),
  fieldReasons: z.optional(z.record(z.string(), reasonSchema)),
  /** With `not-ready` of the betting health check: why no bet would be taken. */
  reasons: z.optional(z.array(bettingReasonSchema)),
});
export type WireError = z.infer<typeof errorSchema>;
