import { t } from '../texts/t-admin.ts';
import type { BadgeProps } from '../ui/badge.tsx';
import type { MarketStatus } from './admin-markets.ts';

type Tone = NonNullable<BadgeProps['variant']>;

const TONES: Readonly<Record<MarketStatus, Tone>> = {
  open: 'default',
  suspended: 'outline',
  closed: 'upcoming',
  resolving: 'practice',
  settled: 'secondary',
  void: 'secondary',
  archived: 'secondary',
};

/** The badge of each state. */
export function stateBadge(status: MarketStatus): { label: string; variant: Tone } {
  return { label: t(`adminMarkets.${status}`), variant: TONES[status] };
}
