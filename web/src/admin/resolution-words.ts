import type {
  ResolutionStage,
  WirePendingChange,
  WireRehearsal,
  WireResolution,
} from '@tallystone/core/http-api';
import type { BadgeProps } from '../ui/badge.tsx';

type Tone = NonNullable<BadgeProps['variant']>;

export const STAGES: Readonly<Record<ResolutionStage, { label: string; variant: Tone }>> = {
  approval: { label: 'Waits for approval', variant: 'practice' },
  window: { label: 'Approved', variant: 'upcoming' },
  paying: { label: 'Being paid', variant: 'upcoming' },
  paid: { label: 'Paid', variant: 'default' },
  undone: { label: 'Undone', variant: 'secondary' },
  objected: { label: 'Objected to', variant: 'destructive' },
  replaced: { label: 'Replaced', variant: 'secondary' },
};

const SOURCES: Readonly<Record<WireResolution['source'], string>> = {
  admin: 'an admin',
  feed: 'the feed',
  practice: 'the practice draw',
  guardian: 'the objection of a second guardian',
};

/** Who said how the market ends, for want of an address. */
export function sourceWords(source: WireResolution['source']): string {
  return SOURCES[source];
}

export const CHANGE_KINDS: Readonly<Record<WirePendingChange['kind'], string>> = {
  'create-market': 'New market',
  'change-settings': 'Settings',
  'change-user': 'User',
};

/** How the market ends, in words. */
export function resultWords({ outcomeName }: Pick<WireRehearsal, 'outcomeName'>): string {
  return outcomeName === null ? 'Void: stakes go back' : `${outcomeName} won`;
}

/** Until settlement begins. */
export function canBeUndone({ stage }: Pick<WireResolution, 'stage'>): boolean {
  return stage === 'approval' || stage === 'window';
}

/** Whether there is time between the approval and the payment; a demo has none. */
export function waitsForWindow({
  stage,
  approvedAt,
  paysFrom,
}: Pick<WireResolution, 'stage' | 'approvedAt' | 'paysFrom'>): boolean {
  return stage === 'window' && paysFrom !== undefined && paysFrom !== approvedAt;
}

/** Addresses of the EVM are the same in capitals and in small letters. */
export function isSameAddress(one: string | undefined, other: string | null): boolean {
  if (one === undefined || other === null) return false;
  return one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other;
}
