import * as z from 'zod/mini';
import { reasonSchema } from '../sentences/reason-schema.ts';
import { quoteSchema } from './betting.ts';
import { aReason, isoTime } from './fields.ts';
import { bettingReasonSchema } from './health.ts';
import { rehearsalSchema } from './settlement.ts';

/** Every error answer, whatever its status: one plain sentence, a stable code, and the request to quote to support. */
export const errorSchema = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** What `error` says, finer than `code`; absent of what only programmers come to see. */
  reason: aReason,
  /** With `odds-changed`: what the same stake gets now. */
  quote: z.optional(quoteSchema),
  /** With `stake-too-large`, in USDC. */
  maxStake: z.optional(z.number()),
  /** With `cap-reached`, in USDC. */
  capLeft: z.optional(z.number()),
  /** With `insufficient-funds`, in USDC. */
  balance: z.optional(z.number()),
  /** With `live-wait`: from when on bets are taken again. */
  until: z.optional(isoTime),
  /** With `odds-changed` of a cash-out: what the market gives now, USDC. */
  cashOut: z.optional(z.number()),
  /** With `rehearsal-changed`: the rehearsal of now. */
  rehearsal: z.optional(rehearsalSchema),
  /** With `invalid-request` of a form: one sentence per field, by the name of the field. */
  fields: z.optional(z.record(z.string(), z.string())),
  fieldReasons: z.optional(z.record(z.string(), reasonSchema)),
  /** With `not-ready` of the betting's health: why no bet would be taken. */
  reasons: z.optional(z.array(bettingReasonSchema)),
});
export type WireError = z.infer<typeof errorSchema>;
