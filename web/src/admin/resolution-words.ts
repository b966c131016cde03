import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import type { ResolutionStage, WireRehearsal, WireResolution } from '@tallystone/core/http-api/settlement';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import type { BadgeProps } from '../ui/badge.tsx';

type Tone = NonNullable<BadgeProps['variant']>;

const STAGE_TONES: Readonly<Record<ResolutionStage, Tone>> = {
  approval: 'practice',
  window: 'upcoming',
  paying: 'upcoming',
  paid: 'default',
  undone: 'secondary',
  objected: 'destructive',
  replaced: 'secondary',
};

/** The badge of a stage. */
export function stageBadge(stage: ResolutionStage): { label: string; variant: Tone } {
  return { label: t(`adminResults.${stage}`), variant: STAGE_TONES[stage] };
}

const SOURCES = {
  admin: 'adminResults.byAdmin',
  feed: 'adminResults.byFeed',
  practice: 'adminResults.byPractice',
  guardian: 'adminResults.byGuardian',
  chain: 'adminResults.byChain',
} as const satisfies Record<WireResolution['source'], AdminTextKey>;

/** Who proposed how the market ends: a short address, or the source if there is none. */
export function proposerOf({ proposedBy, source }: Pick<WireResolution, 'proposedBy' | 'source'>): string {
  return proposedBy === undefined ? t(SOURCES[source]) : shortenAddress(proposedBy);
}

export const CHANGE_KINDS = {
  'create-market': 'adminResults.newMarket',
  'change-settings': 'adminFrame.settings',
  'change-user': 'adminResults.user',
} as const satisfies Record<WirePendingChange['kind'], AdminTextKey>;

/** How many outcomes win by a rehearsal and their names, as sentences about them take them; null for a void. */
export function rehearsedWinners({
  outcomeName,
  alsoWonIds = [],
}: Pick<WireRehearsal, 'outcomeName' | 'alsoWonIds'>): { count: number; outcome: string } | null {
  return outcomeName === null ? null : { count: 1 + alsoWonIds.length, outcome: outcomeName };
}

/** How the market ends, in words. */
export function resultWords(end: Pick<WireRehearsal, 'outcomeName' | 'alsoWonIds'>): string {
  const won = rehearsedWinners(end);
  return won === null ? t('adminResults.voidResult') : t('adminResults.won', won);
}

/** A result can be undone until settlement begins. */
export function canBeUndone({ stage }: Pick<WireResolution, 'stage'>): boolean {
  return stage === 'approval' || stage === 'window';
}

/** Whether payment waits after approval; a demo pays at once. */
export function waitsForWindow({
  stage,
  approvedAt,
  paysFrom,
}: Pick<WireResolution, 'stage' | 'approvedAt' | 'paysFrom'>): boolean {
  return stage === 'window' && paysFrom !== undefined && paysFrom !== approvedAt;
}

/** EVM addresses are case-insensitive. */
export function isSameAddress(one: string | undefined, other: string | null): boolean {
  if (one === undefined || other === null) return false;
  return one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other;
}
