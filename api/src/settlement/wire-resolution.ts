import type { ResolutionStage, WireResolution } from '@tallystone/core/http-api/settlement';
import type { Reason } from '@tallystone/core/sentences/all';
import { RESULTS } from '@tallystone/core/sentences/results';
import { say } from '@tallystone/core/sentences/say';
import { reasonOf } from '@tallystone/core/sentences/sentence';
import type { StoredResolution } from './resolution-store.ts';
import { wireRehearsal } from './stored-rehearsal.ts';

export function wireResolution(resolution: StoredResolution): WireResolution {
  const { proposedBy, approvedBy, approvedAt, paysFrom, endedAt, endReason, progress, chain, rehearsal } =
    resolution;
  return {
    id: resolution.id,
    marketId: resolution.marketId,
    title: rehearsal.title,
    outcomeId: resolution.outcomeId,
    ...(resolution.alsoWon.length > 0 && { alsoWonIds: resolution.alsoWon }),
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
    ...(endReason !== null && { endReason, ...endWhy(endReason) }),
    ...(progress !== null && { progress }),
    objections: resolution.objections,
    ...(chain !== null && { chain }),
    rehearsal: wireRehearsal(rehearsal, resolution.hash),
  };
}

/** If no person gave a reason for an end, the reason is stored as its English sentence. */
function endWhy(endReason: string): { endWhy?: Reason } {
  const hash = /0x[0-9a-f]{64}/.exec(endReason)?.[0] ?? '';
  const onChain = say('end-objected-on-chain', { hash });
  const reason = onChain.sentence === endReason ? onChain.reason : reasonOf(RESULTS, endReason);
  return reason === null ? {} : { endWhy: reason };
}

export function stageOf({ endedAs, startedAt, approvedAt }: StoredResolution): ResolutionStage {
  if (endedAs !== null) return endedAs;
  if (startedAt !== null) return 'paying';
  return approvedAt === null ? 'approval' : 'window';
}
