import type { WireAnalytics, WireMarketStats } from '@tallystone/core/http-api/admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { callApi } from '../data/api-client.ts';
import { analyticsQuery, configQuery, marketStatsQuery } from '../data/queries.ts';
import { dollars } from '../format/dollars.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { type AnalyticsRange, RANGES, type RangeName, useAnalyticsRange } from './analytics-range.ts';
import { ChainChart } from './chain-chart.tsx';
import { ProfitChart, UsersChart, VolumeChart } from './day-charts.tsx';
import { ExposurePanel } from './exposure-panel.tsx';
import { Labelled } from './labelled.tsx';
import { Margins } from './margins-panel.tsx';
import { StatCard } from './stat-card.tsx';
import { Unread } from './unread.tsx';

/** The product's figures when the tab was opened: four cards, and charts of a range of days and of the exposure now. */
export function AnalyticsTab() {
  const { range, query, choose, setDay } = useAnalyticsRange();
  const hasTraders = useQuery(configQuery).data?.simulatedTraders === true;
  const stats = useQuery({ ...marketStatsQuery, refetchOnMount: 'always' });
  const analytics = useQuery({
    queryKey: [...analyticsQuery.queryKey, ...(Object.keys(query).length === 0 ? [] : [query])],
    queryFn: ({ signal }) => callApi('getAnalytics', { query, signal }),
    // The charts of the last range stay until those of the next have come.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  if (stats.data === undefined) {
    const refetch = () => Promise.all([stats.refetch(), analytics.refetch()]);
    return <Unread query={{ error: stats.error, refetch }} what={t('adminFrame.analytics')} />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="sr-only">{t('adminFrame.analytics')}</h2>
      <Stats stats={stats.data} />
      <RangeChoice range={range} onChoose={choose} onDay={setDay} />
      {hasTraders && <p className="text-secondary text-muted">{t('adminAnalytics.withoutTraders')}</p>}
      {analytics.data === undefined || analytics.isError ? (
        <Unread query={analytics} what={t('adminFrame.analytics')} />
      ) : (
        <Charts
          key={`${analytics.data.volumePerDay[0]?.day} ${analytics.data.volumePerDay.length}`}
          analytics={analytics.data}
        />
      )}
      <Margins query={query} />
    </div>
  );
}

function Charts({ analytics }: { analytics: WireAnalytics }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <VolumeChart days={analytics.volumePerDay} />
        <ProfitChart days={analytics.profitPerDay} />
        <UsersChart days={analytics.usersPerDay} />
        <ChainChart chains={analytics.betsByChain} />
      </div>
      {analytics.exposure && <ExposurePanel exposure={analytics.exposure} />}
    </>
  );
}

/** The days of the charts: a range by name, or its first and last day. */
function RangeChoice({
  range,
  onChoose,
  onDay,
}: {
  range: AnalyticsRange;
  onChoose: (name: RangeName) => void;
  onDay: (which: 'from' | 'to', day: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which can't be laid out in the flow */}
      <div role="group" aria-label={t('adminAnalytics.range')} className="flex flex-wrap gap-2">
        {RANGES.map((name) => (
          <Button
            key={name}
            variant="secondary"
            aria-pressed={range.name === name}
            onClick={() => onChoose(name)}
          >
            {name === 'all' ? t('adminAnalytics.allDays') : t('adminAnalytics.days', { days: name })}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        {(['from', 'to'] as const).map((which) => (
          <Labelled key={which} id={`${id}-${which}`} label={t(`adminCsv.${which}`)}>
            <input
              id={`${id}-${which}`}
              type="date"
              className="field"
              value={range[which] ?? ''}
              onChange={(event) => onDay(which, event.target.value)}
            />
          </Labelled>
        ))}
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
