import type { WireProfit } from '@tallystone/core/http-api/account';
import { useQuery } from '@tanstack/react-query';
import { profitQuery } from '../data/queries.ts';
import { addUsdc, exactDollars, signedExactDollars } from '../format/dollars.ts';
import { t } from '../texts/t-account.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const WIDTH = 240;
const HEIGHT = 56;
/** Margin that keeps the stroke from being cut off. */
const EDGE = 4;

/** Profit and loss over the last 30 days, as a line and as a sentence. For bettors with ended bets only. */
export function ProfitLine() {
  const { data, error } = useQuery({ ...profitQuery, refetchOnMount: 'always' });
  if (data === undefined) return error ? null : <Skeleton className="h-20" />;
  const sums = runningSums(data.days);
  return (
    <figure>
      <figcaption className="text-secondary font-semibold">{profitSentence(data)}</figcaption>
      <Line sums={sums} />
      {/* The box hides the table, because a table itself stays as wide as its text even when it is visually hidden. */}
      <div className="sr-only">
        <table>
          <caption>{t('account.profitTable', { days: data.days.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('account.day')}</th>
              <th scope="col">{t('account.profitOrLoss')}</th>
              <th scope="col">{t('account.together')}</th>
            </tr>
          </thead>
          <tbody>
            {data.days.map(({ day, profit }, place) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{signedExactDollars(profit)}</td>
                <td>{signedExactDollars(sums[place] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** For example "Up $41.20 in 30 days". */
function profitSentence({ total, days }: WireProfit): string {
  const period = { days: days.length };
  if (days.every(({ profit }) => profit === 0)) return t('account.noProfit', period);
  if (total === 0) return t('account.even', period);
  const amount = exactDollars(Math.abs(total));
  return t(total > 0 ? 'account.up' : 'account.down', { amount, ...period });
}

/** The total up to and including each day. */
function runningSums(days: WireProfit['days']): number[] {
  let sum = 0;
  return days.map(({ profit }) => {
    sum = addUsdc([sum, profit]);
    return sum;
  });
}

function Line({ sums }: { sums: readonly number[] }) {
  // The scale always includes zero: profit is above it, loss below it.
  const most = Math.max(0, ...sums);
  const least = Math.min(0, ...sums);
  const span = most - least || 1;
  const across = (place: number) => EDGE + (place / Math.max(sums.length, 1)) * (WIDTH - 2 * EDGE);
  const down = (value: number) => EDGE + ((most - value) / span) * (HEIGHT - 2 * EDGE);
  // The line starts at zero, before the first day.
  const points = [0, ...sums].map((value, place) => `${across(place).toFixed(1)},${down(value).toFixed(1)}`);
  const end = sums.at(-1) ?? 0;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full max-w-96 h-auto mt-2 overflow-visible"
    >
      <line
        x1={0}
        x2={WIDTH}
        y1={down(0)}
        y2={down(0)}
        className="stroke-line-strong [stroke-dasharray:3_4]"
      />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-series-a stroke-2 [stroke-linejoin:round] forced-colors:stroke-[CanvasText]"
      />
      <circle
        cx={across(sums.length)}
        cy={down(end)}
        r={3.5}
        className="fill-series-a forced-colors:fill-[CanvasText]"
      />
    </svg>
  );
}
