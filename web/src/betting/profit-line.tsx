import type { WireProfit } from '@tallystone/core/http-api/account';
import type { WireProfile } from '@tallystone/core/http-api/identity';
import { useQuery } from '@tanstack/react-query';
import { profitQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { dollars, exactDollars, signedExactDollars } from '../format/dollars.ts';
import { clockText, dateText, dayText } from '../format/local-time.ts';
import { momentText } from '../format/moment.tsx';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t-account.ts';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { TitledCard } from '../ui/titled.tsx';
import { type ProfitSum, runningSums, scaleMarks } from './profit-scale.ts';

const DAY_MS = 86_400_000;
/** The chart is drawn in a square of this size and stretched to its box. */
const SIZE = 100;

/** Realised profit since the first bet ended: a chart, two sentences and a table. For bettors with ended bets only. */
export function ProfitLine({ stats }: { stats: WireProfile['stats'] }) {
  const { data, error } = useQuery({ ...profitQuery, refetchOnMount: 'always' });
  if (data === undefined) return error ? null : <Skeleton className="h-64" />;
  const sums = runningSums(data.points);
  return (
    <TitledCard title={t('account.profitTitle')}>
      <figure>
        <figcaption className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-meta text-muted">
          <span className="text-secondary font-semibold text-ink">{profitSentence(data)}</span>
          {t('account.resultOver', {
            amount: signedExactDollars(stats.profit),
            count: stats.endedBets,
            bets: stats.endedBets.toLocaleString(locale()),
          })}
        </figcaption>
        {sums.length > 0 && <Chart sums={sums} until={serverClock.now().getTime()} />}
        {/* The box hides the table, because a table itself stays as wide as its text even when it is visually hidden. */}
        <div className="sr-only">
          <table>
            <caption>{t('account.profitTable')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('account.endedAt')}</th>
                <th scope="col">{t('account.profitOrLoss')}</th>
                <th scope="col">{t('account.together')}</th>
              </tr>
            </thead>
            <tbody>
              {sums.map(({ at, profit, sum }) => (
                <tr key={at}>
                  <th scope="row">{momentText(at)}</th>
                  <td>{signedExactDollars(profit)}</td>
                  <td>{signedExactDollars(sum)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </figure>
    </TitledCard>
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

/** The running total as steps, because it changes only when bets end, on a scale that includes zero. */
function Chart({ sums, until }: { sums: readonly ProfitSum[]; until: number }) {
  const marks = scaleMarks(sums.map(({ sum }) => sum));
  const least = marks[0] ?? 0;
  const most = marks.at(-1) ?? 1;
  const first = Date.parse(sums[0]?.at ?? '');
  const end = Math.max(until, Date.parse(sums.at(-1)?.at ?? ''));
  // The line begins at zero, a little before the first bet ended.
  const start = first - Math.max((end - first) * 0.04, 1);
  const across = (at: number) => ((at - start) / (end - start)) * SIZE;
  const down = (amount: number) => ((most - amount) / (most - least)) * SIZE;
  const zero = down(0).toFixed(2);
  const steps = sums.map(({ at, sum }) => `H${across(Date.parse(at)).toFixed(2)}V${down(sum).toFixed(2)}`);
  const line = `M0 ${zero}${steps.join('')}H${SIZE}`;
  return (
    <div
      aria-hidden="true"
      className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-small text-muted"
    >
      <div className="relative h-48 text-right tabular-nums">
        {marks.map((mark) => (
          <span key={mark}>
            {/* Gives the column the width of its widest label. */}
            <span className="invisible block h-0">{markText(mark, marks)}</span>
            <span className="absolute right-0 -translate-y-1/2" style={{ top: `${down(mark)}%` }}>
              {markText(mark, marks)}
            </span>
          </span>
        ))}
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        className="block h-48 w-full overflow-visible"
      >
        {marks.map((mark) => (
          <path
            key={mark}
            d={`M0 ${down(mark).toFixed(2)}H${SIZE}`}
            className={classNames(
              'fill-none [vector-effect:non-scaling-stroke] forced-colors:stroke-[GrayText]',
              mark === 0 ? 'stroke-line-strong' : 'stroke-line',
            )}
          />
        ))}
        <path d={`${line}V${zero}Z`} className="fill-primary-soft opacity-60 forced-colors:hidden" />
        <path
          d={line}
          className="fill-none stroke-series-a stroke-2 [stroke-linejoin:round] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]"
        />
      </svg>
      <span />
      <div className="mt-1 flex justify-between gap-4">
        <span>{whenText(first, end - first)}</span>
        <span>{whenText(end, end - first)}</span>
      </div>
    </div>
  );
}

/** Without cents if all marks are whole. */
function markText(mark: number, marks: readonly number[]): string {
  const text = dollars(mark);
  return marks.every(Number.isInteger) ? text.slice(0, -3) : text;
}

/** As exact as the chart is long. @param span of the chart, ms */
function whenText(at: number, span: number): string {
  const moment = new Date(at);
  if (span >= 300 * DAY_MS) return dateText(moment);
  return span < 2 * DAY_MS ? `${dayText(moment)}, ${clockText(moment)}` : dayText(moment);
}
