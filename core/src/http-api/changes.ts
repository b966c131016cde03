import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, formText, id, isoTime, signedActInput } from './fields.ts';

/** A change that a second admin must approve. */
export const pendingChangeSchema = z.object({
  id: z.string(),
  kind: z.enum(['create-market', 'change-settings', 'change-user']),
  /** What it would change now. */
  summary: z.string(),
  summaryReason: aReason,
  /** Why it can't be made now; then the summary is the one from the proposal. */
  problem: z.optional(z.string()),
  problemReason: aReason,
  proposedBy: z.string(),
  proposedAt: isoTime,
  expiresAt: isoTime,
  payload: z.unknown(),
});
export type WirePendingChange = z.infer<typeof pendingChangeSchema>;

/** The id of a change that waits for a second admin; missing when the change was made. */
export const waitsSchema = z.optional(z.object({ changeId: z.string() }));

export const changesEndpoints = {
  approveChange: {
    method: 'POST',
    path: '/api/admin/changes/:id/approve',
    access: 'admin',
    summary: 'Approves and makes a change that another admin proposed. Needs a signature.',
    params: z.strictObject({ id }),
    /** `seen`: the summary as the approving admin read it. */
    body: z.strictObject({ seen: formText, signed: signedActInput }),
    response: z.object({ id: z.string() }),
    errors: [
      'not-found',
      'wrong-state',
      'already-exists',
      'pool-too-small',
      'signature-needed',
      'signature-invalid',
    ],
  },
  rejectChange: {
    method: 'POST',
    path: '/api/admin/changes/:id/reject',
    access: 'admin',
    summary: 'Rejects a proposed change.',
    params: z.strictObject({ id }),
    body: z.strictObject({ reason: formText }),
    response: z.object({ id: z.string() }),
    errors: ['not-found', 'wrong-state'],
  },
} as const satisfies Record<string, Endpoint>;
