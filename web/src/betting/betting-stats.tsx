import { dollars } from '../format/dollars.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export interface BettingStatsProps {
  /** Over all bets, also those older than the list shows; null while on the way. */
  stats: { totalBets: number; activeBets: number; totalWagered: number } | null;
}

/** How many bets, how many of them open, and how much was staked. */
export function BettingStats({ stats }: BettingStatsProps) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-title">Betting Stats</h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-5">
        <Stat label="Total Bets" value={stats && String(stats.totalBets)} />
        <Stat label="Active Bets" value={stats && String(stats.activeBets)} />
        <Stat label="Total Wagered" value={stats && dollars(stats.totalWagered)} unit="USDC" wide />
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
}) {
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
