import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, formText, id, isoTime, signedActInput } from './fields.ts';

/** A change that a second admin must approve. */
export const pendingChangeSchema = z.object({
  id: z.string(),
  kind: z.enum(['create-market', 'change-settings', 'change-user']),
  /** What it would change as things are now. */
  summary: z.string(),
  summaryReason: aReason,
  /** Why it cannot be made as things are now; the summary is that of its proposal then. */
  problem: z.optional(z.string()),
  problemReason: aReason,
  proposedBy: z.string(),
  proposedAt: isoTime,
  expiresAt: isoTime,
  payload: z.unknown(),
});
export type WirePendingChange = z.infer<typeof pendingChangeSchema>;

/** What a call did that may need a second admin: done, or waiting under this id. */
export const waitsSchema = z.optional(z.object({ changeId: z.string() }));

export const changesEndpoints = {
  approveChange: {
    method: 'POST',
    path: '/api/admin/changes/:id/approve',
    access: 'admin',
    rate: 'admin',
    summary: 'Approves and makes a change that another admin proposed. Needs a signature.',
    params: z.strictObject({ id }),
    /** `seen`: the summary that the approving admin has read. */
    body: z.strictObject({ seen: formText, signed: signedActInput }),
    response: z.object({ id: z.string() }),
  },
  rejectChange: {
    method: 'POST',
    path: '/api/admin/changes/:id/reject',
    access: 'admin',
    rate: 'admin',
    summary: 'Rejects a proposed change.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText }),
    response: z.object({ id: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
