import type { WireProfile } from '@tallystone/core/http-api/identity';
import type { ReactNode } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export interface BettingStatsProps {
  /** Over all bets, including those the list doesn't show; null until loaded. */
  stats: WireProfile['stats'] | null;
}

/** The number of bets, the number still open, and the total stake. */
export function BettingStats({ stats }: BettingStatsProps) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-title">{t('account.stats')}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-5">
        <Stat label={t('account.totalBets')} value={stats && String(stats.totalBets)} />
        <Stat label={t('account.activeBets')} value={stats && String(stats.activeBets)} />
        <Stat
          label={t('account.totalWagered')}
          value={stats && exactDollars(stats.totalWagered)}
          unit="USDC"
          wide
        />
      </dl>
    </Card>
  );
}

function Stat({
  label,
  value,
  unit,
  wide = false,
}: {
  label: string;
  value: string | null;
  unit?: string;
  wide?: boolean;
}): ReactNode {
  return (
    <div className={wide ? 'col-span-2 border-t border-line pt-4' : undefined}>
      <dt className="text-meta text-muted">{label}</dt>
      <dd className="mt-1 font-display text-h3 font-bold">
        {value ?? <Skeleton className="h-7 w-16" />}
        {value !== null && unit && (
          <span className="ml-2 font-sans text-meta font-normal text-muted">{unit}</span>
        )}
      </dd>
    </div>
  );
}
