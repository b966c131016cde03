import type { ResolutionStage, WireResolution } from '@tallystone/core/http-api/settlement';
import type { StoredResolution } from './resolution-store.ts';
import { wireRehearsal } from './stored-rehearsal.ts';

/** A resolution as it crosses the wire. */
export function wireResolution(resolution: StoredResolution): WireResolution {
  const { proposedBy, approvedBy, approvedAt, paysFrom, endedAt, endReason, progress, chain, rehearsal } =
    resolution;
  return {
    id: resolution.id,
    marketId: resolution.marketId,
    title: rehearsal.title,
    outcomeId: resolution.outcomeId,
    outcomeName: rehearsal.outcomeName,
    source: resolution.source,
    evidence: resolution.evidence,
    stage: stageOf(resolution),
    ...(proposedBy !== null && { proposedBy: proposedBy.address }),
    proposedAt: resolution.proposedAt.toISOString(),
    ...(approvedBy !== null && { approvedBy }),
    ...(approvedAt !== null && { approvedAt: approvedAt.toISOString() }),
    ...(paysFrom !== null && { paysFrom: paysFrom.toISOString() }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
    ...(endReason !== null && { endReason }),
    ...(progress !== null && { progress }),
    objections: resolution.objections,
    ...(chain !== null && { chain }),
    rehearsal: wireRehearsal(rehearsal, resolution.hash),
  };
}

export function stageOf({ endedAs, startedAt, approvedAt }: StoredResolution): ResolutionStage {
  if (endedAs !== null) return endedAs;
  if (startedAt !== null) return 'paying';
  return approvedAt === null ? 'approval' : 'window';
}
