import { type KeyboardEvent, useState } from 'react';
import { language, locale } from '../texts/language.ts';
import { t } from '../texts/t-admin.ts';
import { nextPlace } from '../ui/next-place.ts';

/** Days per Page Up and Page Down. */
const WEEK = 7;
/** Height of the chart in the units of its drawing. */
const HEIGHT = 100;
/** Even a small amount shows a bar. */
const LEAST_BAR = 1.5;

interface DayBarsProps<Day> {
  days: readonly Day[];
  /** The length of a day's bar; below zero, the bar hangs from the zero line. */
  figureOf: (day: Day) => number;
  /** An end of the scale. */
  markOf: (value: number) => string;
  /** A day in words. */
  readingOf: (day: Day) => string;
}

/** Figures per day as bars, with a cursor moved by the arrow keys or the pointer. Key it by its range. */
export function DayBars<Day extends { day: string }>({
  days,
  figureOf,
  markOf,
  readingOf,
}: DayBarsProps<Day>) {
  const [at, setAt] = useState(days.length - 1);
  const current = days[at];
  const first = days[0];
  const last = days.at(-1);
  const values = days.map(figureOf);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const span = most - least || 1;
  const down = (value: number) => ((most - value) / span) * HEIGHT;

  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextPlace(event.key, { at, last: days.length - 1, page: WEEK });
    if (to === null) return;
    event.preventDefault();
    setAt(to);
  };

  return (
    <div>
      <p className="text-small text-muted">{markOf(most)}</p>
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
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block w-full h-40"
        >
          <path
            d={`M0 0H${days.length}M0 ${HEIGHT}H${days.length}`}
            className="fill-none stroke-line stroke-1 [vector-effect:non-scaling-stroke]"
          />
          <rect
            x={at}
            y={0}
            width={1}
            height={HEIGHT}
            className="fill-primary-soft forced-colors:fill-[Canvas] forced-colors:stroke-[Highlight]"
          />
          {days.map(({ day }, index) => {
            const value = values[index] ?? 0;
            const height = value === 0 ? 0 : Math.max(LEAST_BAR, (Math.abs(value) / span) * HEIGHT);
            return (
              <rect
                key={day}
                x={index + 0.14}
                y={value < 0 ? down(0) : down(0) - height}
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
          <path
            d={`M0 ${down(0)}H${days.length}`}
            className="fill-none stroke-line-strong stroke-1 [vector-effect:non-scaling-stroke]"
          />
        </svg>
      </div>
      {least < 0 && <p className="mt-1 text-small text-muted">{markOf(least)}</p>}
      <div className="mt-1 flex justify-between gap-4 text-small text-muted">
        <span>{first && dayText(first.day)}</span>
        <span>{last && dayText(last.day)}</span>
      </div>
      <p className="mt-3 font-semibold">{current && readingOf(current)}</p>
    </div>
  );
}

/** Such as `21 Nov 2026`: day before month, in every language. */
export function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(language() === 'en' ? 'en-GB' : locale(), {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
