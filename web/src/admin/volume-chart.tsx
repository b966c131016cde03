import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import { type KeyboardEvent, useState } from 'react';
import { dollars } from '../format/dollars.ts';
import { language, locale } from '../texts/language.ts';
import { t } from '../texts/t-admin.ts';
import { nextPlace } from '../ui/next-place.ts';
import { betCount } from './bet-count.ts';
import { type ChartColumn, ChartPanel, countColumn, usdcColumn } from './chart-panel.tsx';

type Day = WireAnalytics['volumePerDay'][number];

/** Days per Page Up and Page Down. */
const WEEK = 7;

/** Guests' bets are in no other column. */
const guestColumns = (): ChartColumn<Day>[] => [
  usdcColumn(t('adminAnalytics.guestVolumeUsdc'), 'guestVolume'),
  countColumn(t('adminAnalytics.guestBets'), 'guestBets'),
];

/** Stakes per day as bars, with a cursor moved by the arrow keys or the pointer. */
export function VolumeChart({ days }: { days: readonly Day[] }) {
  const most = days.reduce<Day | null>((best, day) => (best && best.volume >= day.volume ? best : day), null);
  const total = days.reduce((sum, { volume }) => sum + volume, 0);
  const ofGuests = days.reduce((sum, { guestVolume }) => sum + guestVolume, 0);
  const hasGuests = days.some(({ guestBets }) => guestBets > 0);
  const none = most === null || (!hasGuests && days.every(({ bets }) => bets === 0));
  return (
    <ChartPanel
      title={t('adminAnalytics.volumePerDay')}
      summary={
        most === null
          ? ''
          : [
              t('adminAnalytics.volumeSum', {
                total: dollars(total),
                days: days.length,
                day: dayText(most.day),
                most: dollars(most.volume),
              }),
              ...(hasGuests ? [t('adminAnalytics.volumeOfGuests', { total: dollars(ofGuests) })] : []),
            ].join(' ')
      }
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        { head: t('adminAnalytics.dayUtc'), shown: ({ day }) => dayText(day), plain: ({ day }) => day },
        usdcColumn(t('adminAnalytics.volumeUsdc'), 'volume'),
        countColumn(t('adminAnalytics.bets'), 'bets'),
        ...(hasGuests ? guestColumns() : []),
      ]}
      fileName="volume-per-day"
      empty={none ? t('adminAnalytics.noBetsInDays') : null}
    >
      {most !== null && <Bars days={days} most={most.volume} />}
    </ChartPanel>
  );
}

function Bars({ days, most }: { days: readonly Day[]; most: number }) {
  const [at, setAt] = useState(days.length - 1);
  const current = days[at];
  const first = days[0];
  const last = days.at(-1);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextPlace(event.key, { at, last: days.length - 1, page: WEEK });
    if (to === null) return;
    event.preventDefault();
    setAt(to);
  };

  return (
    <div>
      <p className="text-small text-muted">{dollars(most)}</p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('adminAnalytics.dayOfChart')}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={current && readingOf(current)}
        className="mt-1 rounded-badge"
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const place = Math.floor(((event.clientX - left) / width) * days.length);
          if (place >= 0 && place < days.length) setAt(place);
        }}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${days.length} 100`}
          preserveAspectRatio="none"
          className="block w-full h-48"
        >
          <path
            d={`M0 0H${days.length}M0 50H${days.length}M0 100H${days.length}`}
            className="fill-none stroke-line stroke-1 [vector-effect:non-scaling-stroke]"
          />
          <rect
            x={at}
            y={0}
            width={1}
            height={100}
            className="fill-primary-soft forced-colors:fill-[Canvas] forced-colors:stroke-[Highlight]"
          />
          {days.map(({ day, volume }, index) => {
            // Even a small amount shows a bar.
            const height = volume > 0 ? Math.max(1.5, (volume / most) * 100) : 0;
            return (
              <rect
                key={day}
                x={index + 0.14}
                y={100 - height}
                width={0.72}
                height={height}
                className={
                  index === at
                    ? 'fill-series-b forced-colors:fill-[Highlight]'
                    : 'fill-series-a forced-colors:fill-[CanvasText]'
                }
              />
            );
          })}
        </svg>
      </div>
      <div className="mt-1 flex justify-between gap-4 text-small text-muted">
        <span>{first && dayText(first.day)}</span>
        <span>{last && dayText(last.day)}</span>
      </div>
      <p className="mt-3 font-semibold">{current && readingOf(current)}</p>
    </div>
  );
}

function readingOf({ day, volume, bets }: Day): string {
  return t('adminAnalytics.dayReading', {
    day: dayText(day),
    volume: dollars(volume),
    bets: betCount(bets),
  });
}

function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  // Day before month, in every language.
  return date.toLocaleDateString(language() === 'en' ? 'en-GB' : locale(), {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
