import type { BadgeProps } from '../ui/badge.tsx';
import type { MarketStatus } from './admin-markets.ts';

/** What the badge of each state says. */
export const STATES: Readonly<
  Record<MarketStatus, { label: string; variant: NonNullable<BadgeProps['variant']> }>
> = {
  open: { label: 'Open', variant: 'default' },
  suspended: { label: 'Suspended', variant: 'outline' },
  closed: { label: 'Closed', variant: 'upcoming' },
  resolving: { label: 'Resolving', variant: 'practice' },
  settled: { label: 'Settled', variant: 'secondary' },
  void: { label: 'Void', variant: 'secondary' },
  archived: { label: 'Archived', variant: 'secondary' },
};
