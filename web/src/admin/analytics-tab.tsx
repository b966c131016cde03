import type { WireMarketStats } from '@tallystone/core/http-api/admin';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { analyticsQuery, marketStatsQuery } from '../data/queries.ts';
import { dollars } from '../format/dollars.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t-admin.ts';
import { ChainChart, ExposureChart } from './row-charts.tsx';
import { StatCard } from './stat-card.tsx';
import { Unread } from './unread.tsx';
import { VolumeChart } from './volume-chart.tsx';

/** The product's figures when the tab was opened: four cards and three charts. */
export function AnalyticsTab() {
  const stats = useQuery({ ...marketStatsQuery, refetchOnMount: 'always' });
  const analytics = useQuery({ ...analyticsQuery, refetchOnMount: 'always' });
  if (stats.data === undefined || analytics.data === undefined) {
    const error = (stats.data ? null : stats.error) ?? (analytics.data ? null : analytics.error);
    const refetch = () => Promise.all([stats.refetch(), analytics.refetch()]);
    return (
      <Unread
        query={{ error, refetch }}
        what={t('adminAnalytics.theFigures')}
        loading={t('adminAnalytics.loading')}
      />
    );
  }
  return (
    <div className="grid gap-6">
      <h2 className="sr-only">{t('adminAnalytics.heading')}</h2>
      <Stats stats={stats.data} />
      <VolumeChart days={analytics.data.volumePerDay} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <ChainChart chains={analytics.data.betsByChain} />
        <ExposureChart markets={analytics.data.exposureByMarket} />
      </div>
    </div>
  );
}

function Stats({ stats }: { stats: WireMarketStats }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard label={t('adminAnalytics.totalMarkets')} value={wholeNumber(stats.totalMarkets)} />
      <StatCard label={t('adminAnalytics.activeBets')} value={wholeNumber(stats.activeBets)} />
      <StatCard label={t('adminAnalytics.totalVolume')} value={dollars(stats.totalVolume)} />
      <StatCard
        label={t('adminAnalytics.thisMonth')}
        value={<Growth stats={stats} />}
        note={t('adminAnalytics.monthNote', {
          now: dollars(stats.volumeThisMonth),
          last: dollars(stats.volumeLastMonth),
        })}
      />
    </dl>
  );
}

function Growth({ stats }: { stats: WireMarketStats }) {
  // Growth from zero has no percentage.
  if (stats.volumeLastMonth === 0 && stats.volumeThisMonth > 0) return t('adminAnalytics.new');
  const percent = stats.monthlyGrowth;
  const Arrow = percent < 0 ? ArrowDown : ArrowUp;
  return (
    <span className="inline-flex items-center gap-1.5">
      {growthText(percent)}
      {percent !== 0 && <Arrow aria-hidden="true" className="size-5 text-muted" />}
    </span>
  );
}

/** A signed percentage with a decimal only if there is one: `+12.5%`, `-8%`, `0%`. */
export function growthText(percent: number): string {
  const text = percent.toLocaleString(locale(), { maximumFractionDigits: 1 });
  return `${percent > 0 ? '+' : ''}${text}%`;
}
