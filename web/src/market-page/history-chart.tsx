import { type KeyboardEvent, lazy, useState } from 'react';
import { seriesOf } from '../markets/series.ts';
import { t } from '../texts/t-market-page.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { nextPlace } from '../ui/next-place.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { loadPart } from '../wallet/load-part.ts';
import { placeAt } from './even-grid.ts';
import { lineStyleOf } from './line-style.ts';
import { pointTime, pointValue } from './point-words.ts';
import type { PricePoints } from './price-points.ts';

/** The chart library is larger than the page itself, so it loads separately and doesn't delay reading or betting. */
const PriceChart = lazy(() =>
  loadPart(() => import('./price-chart.tsx')).then((module) => ({ default: module.PriceChart })),
);

/** How many points Page Up and Page Down move. */
const PAGE = 10;

/** The chart, and below it the figures of one moment: the latest, or the one chosen by keys or pointer. */
export function HistoryChart({ points, summaryId }: { points: PricePoints; summaryId: string }) {
  // Stores the moment and not its index, because new points arrive while the person reads.
  const [cursor, setCursor] = useState<{ moment: number; by: 'keys' | 'pointer' } | null>(null);
  const { at, lines } = points;
  const last = at.length - 1;
  const place = cursor === null ? last : placeAt(at, cursor.moment);
  const time = pointTime(at[place] ?? 0);
  const reading = lines.map(({ name, values }) => `${name} ${pointValue(values[place] ?? null)}`).join(', ');

  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextPlace(event.key, { at: place, last, page: PAGE });
    if (to === null) return;
    event.preventDefault();
    setCursor({ moment: at[to] ?? 0, by: 'keys' });
  };

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('marketPage.time')}
        aria-describedby={summaryId}
        aria-valuemin={1}
        aria-valuemax={at.length}
        aria-valuenow={place + 1}
        aria-valuetext={`${time}: ${reading}`}
        className="block h-[220px] rounded-badge sm:h-[320px]"
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
      >
        <ErrorBoundary fallback={<Undrawn />} loading={<Skeleton className="size-full" />}>
          <PriceChart
            points={points}
            marked={cursor?.by === 'keys' ? cursor.moment : null}
            onPoint={(moment) => setCursor(moment === null ? null : { moment, by: 'pointer' })}
          />
        </ErrorBoundary>
      </div>
      <p className="min-h-6 mt-3 font-semibold">{time}</p>
      <ul className="history-lines">
        {lines.map(({ id, name, index, values }) => (
          <li key={id} className="flex min-h-6 min-w-0 items-center gap-2">
            <span
              aria-hidden="true"
              className="flex-none w-5 border-t-3 forced-colors:[forced-color-adjust:none]"
              style={{ borderTopColor: seriesOf(index), borderTopStyle: lineStyleOf(index) }}
            />
            <span className="line-clamp-2 min-w-0 wrap-anywhere" title={name}>
              {name}
            </span>{' '}
            <span className="ml-auto font-semibold">{pointValue(values[place] ?? null)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Undrawn() {
  return (
    <span className="flex size-full items-center justify-center p-4 text-center text-muted">
      {t('marketPage.chartFailed')}
    </span>
  );
}
