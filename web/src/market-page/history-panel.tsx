import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { ChartLine, Table } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useId, useState } from 'react';
import { useSearchParams } from 'wouter';
import { LoadFailed } from '../data/load-failed.tsx';
import { t } from '../texts/t-market-page.ts';
import { TextWith } from '../texts/text-with.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { HistoryChart } from './history-chart.tsx';
import { HistoryTable } from './history-table.tsx';
import { parseRange, RANGES, withRange } from './parse-range.ts';
import { summaryOf } from './summary-of.ts';
import { usePricePoints } from './use-price-points.ts';

const MAKERS = 'https://www.tradingview.com/';

/** How the probabilities of a market moved: as a sentence, as a chart with keyboard control, and as a table. */
export function HistoryPanel({
  market,
  running,
  now,
}: {
  market: WireListedMarket;
  running: boolean;
  now: Date;
}) {
  const headingId = useId();
  const summaryId = useId();
  const [search, setSearch] = useSearchParams();
  const [asTable, setAsTable] = useState(false);
  const range = parseRange(search.get('range'));
  const { points, isOld, error, retry } = usePricePoints(market, { range, running, now });
  const drawn = points?.lines.length ?? 0;
  const OtherView = asTable ? ChartLine : Table;

  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <section aria-labelledby={headingId}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={headingId} className="text-title">
            {t('marketPage.history')}
          </h2>
          <div className="flex flex-wrap items-center gap-2">
            <ToggleGroup.Root
              type="single"
              value={range}
              // Pressing the chosen range again reports an empty value, which is ignored.
              onValueChange={(next) => {
                if (next !== '')
                  setSearch((before) => withRange(before, parseRange(next)), { replace: true });
              }}
              aria-label={t('marketPage.ranges')}
              className="flex border border-line-strong rounded-control overflow-hidden"
            >
              {RANGES.map((each) => (
                <ToggleGroup.Item key={each} value={each} className="range-choice">
                  {t(`marketPage.range${each}`)}
                  <span className="sr-only"> {t(`marketPage.means${each}`)}</span>
                </ToggleGroup.Item>
              ))}
            </ToggleGroup.Root>
            <Button variant="secondary" size="small" onClick={() => setAsTable(!asTable)}>
              <OtherView aria-hidden="true" className="size-4" />
              {asTable ? t('marketPage.chart') : t('marketPage.table')}
            </Button>
          </div>
        </div>
        {points === null ? (
          error ? (
            <div className="mt-4">
              <LoadFailed what={t('marketPage.history')} error={error} onRetry={retry} />
            </div>
          ) : (
            <HistoryLoading names={market.outcomes.slice(0, 8).map(({ name }) => name)} />
          )
        ) : (
          <>
            <p id={summaryId} className="min-h-11 my-3 text-secondary text-muted">
              {summaryOf(points)}
            </p>
            <div aria-busy={isOld} className={classNames(isOld && 'opacity-60')}>
              {asTable ? (
                <HistoryTable points={points} />
              ) : (
                <HistoryChart points={points} summaryId={summaryId} />
              )}
            </div>
            <p className="mt-3 text-small text-muted">
              {drawn < market.outcomes.length && (
                <>{t('marketPage.leading', { lines: drawn, all: market.outcomes.length })} </>
              )}
              {market.oneSided && <>{t('marketPage.implied')} </>}
              <TextWith
                text={t('marketPage.chartBy')}
                parts={{
                  link: (words) => (
                    <a href={MAKERS} target="_blank" rel="noreferrer" className="text-link">
                      {words}
                    </a>
                  ),
                }}
              />
            </p>
          </>
        )}
      </section>
    </Card>
  );
}

/** A placeholder as high as the chart and its lines. */
function HistoryLoading({ names }: { names: readonly string[] }) {
  return (
    <div aria-hidden="true">
      <div className="min-h-11 my-3 text-secondary text-muted">
        <Skeleton className="h-5 w-11/12" />
      </div>
      <Skeleton className="block h-[220px] rounded-badge sm:h-[320px]" />
      <div className="min-h-6 mt-3 font-semibold">
        <Skeleton className="h-5 w-48" />
      </div>
      <div className="history-lines">
        {names.map((name) => (
          <Skeleton key={name} className="flex min-h-6 items-center gap-2">
            <span className="flex-none w-5" />
            <span className="invisible line-clamp-2 min-w-0 wrap-anywhere">{name}</span>
            <span className="invisible ml-auto font-semibold">00.0%</span>
          </Skeleton>
        ))}
      </div>
      <Skeleton className="mt-3 h-4.5 w-56" />
    </div>
  );
}
