import type { WireLimits } from '@tallystone/core/http-api/account';
import type { LimitsChange } from './notice.ts';

/** The parts of the limits whose changes make a notice. Funds and daily use change with every bet, which has its own. */
export interface LimitsFacts {
  givenCap: number;
  ownCap: number | null;
  nextCap: { cap: number | null; from: string } | null;
  blocked: NonNullable<WireLimits['blocked']> | null;
}

export function limitsFacts({ givenCap, ownCap, nextCap, blocked }: WireLimits): LimitsFacts {
  return {
    givenCap,
    ownCap,
    nextCap: nextCap === undefined ? null : { cap: nextCap.cap, from: nextCap.from },
    blocked: blocked === undefined ? null : { kind: blocked.kind, until: blocked.until },
  };
}

/** The differences, the bettor's own changes first. */
export function limitsChanges(before: LimitsFacts, after: LimitsFacts, now: number): LimitsChange[] {
  const changes: LimitsChange[] = [];
  const { blocked, nextCap, ownCap, givenCap } = after;
  if (blocked !== null && (before.blocked?.kind !== blocked.kind || before.blocked.until !== blocked.until)) {
    changes.push({ what: 'blocked', block: blocked.kind, until: blocked.until });
  }
  if (blocked === null && before.blocked !== null) {
    changes.push({ what: 'block-over', block: before.blocked.kind });
  }
  if (ownCap !== before.ownCap) changes.push({ what: 'own-cap', cap: ownCap });
  if (nextCap !== null && (before.nextCap?.cap !== nextCap.cap || before.nextCap.from !== nextCap.from)) {
    changes.push({ what: 'raise-asked', cap: nextCap.cap, from: nextCap.from });
  }
  // A raise that has taken effect shows up as a change of the own cap.
  if (nextCap === null && before.nextCap !== null && Date.parse(before.nextCap.from) > now) {
    changes.push({ what: 'raise-withdrawn' });
  }
  if (givenCap !== before.givenCap) changes.push({ what: 'given-cap', cap: givenCap });
  return changes;
}
