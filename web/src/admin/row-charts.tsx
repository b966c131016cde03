import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import type { Category } from '@tallystone/core/http-api/markets';
import { dollars } from '../format/dollars.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { betCount } from './bet-count.ts';
import { ChartPanel, countColumn, usdcColumn } from './chart-panel.tsx';
import { dayText } from './day-bars.tsx';

interface ChartRow {
  id: string;
  label: string;
  /** Length of the bar, in the same unit as the others. */
  value: number;
  /** The value of a full bar; the largest value of all rows if absent. */
  of?: number;
  /** The figure in words, beside the bar. */
  text: string;
}

/** Horizontal bars, each with its label and figure. */
function RowsChart({ rows }: { rows: readonly ChartRow[] }) {
  const most = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <ul className="grid gap-3.5">
      {rows.map(({ id, label, value, of = most, text }) => (
        <li key={id}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-meta">
            <span className="min-w-0">{label}</span>
            <span className="font-semibold">{text}</span>
          </div>
          <svg aria-hidden="true" className="block w-full h-2.5 mt-1.5 rounded-[3px] forced-colors:border">
            <rect width="100%" height="100%" className="fill-sunk" />
            <rect
              width={`${of > 0 ? (value / of) * 100 : 0}%`}
              height="100%"
              className="fill-series-a forced-colors:fill-[CanvasText]"
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** The line of the combos among the categories. */
const COMBOS = 'combos';

/** Guests' bets belong to no network. */
const GUESTS = 'Guests';

/** Bets per network. */
export function ChainChart({ chains }: { chains: WireAnalytics['betsByChain'] }) {
  const rows = chains.toSorted((a, b) => b.bets - a.bets);
  const ofWallets = rows.filter(({ chain }) => chain !== GUESTS);
  const total = ofWallets.reduce((sum, { bets }) => sum + bets, 0);
  const [first] = ofWallets;
  const nameOf = (chain: string) => (chain === GUESTS ? t('adminAnalytics.guests') : chain);
  return (
    <ChartPanel
      title={t('adminAnalytics.betsByChain')}
      summary={
        first && total > 0
          ? t('adminAnalytics.betsByChainSum', {
              chain: first.chain,
              bets: wholeNumber(first.bets),
              total: wholeNumber(total),
            })
          : ''
      }
      rows={rows}
      rowKey={({ chain }) => chain}
      columns={[
        { head: t('adminAnalytics.chain'), shown: ({ chain }) => nameOf(chain) },
        countColumn(t('adminAnalytics.bets'), 'bets'),
        usdcColumn(t('adminAnalytics.volumeUsdc'), 'volume'),
      ]}
      fileName="bets-by-chain"
      empty={rows.every(({ bets }) => bets === 0) ? t('adminAnalytics.noBets') : null}
    >
      <RowsChart
        rows={rows.map(({ chain, bets, volume }) => ({
          id: chain,
          label: nameOf(chain),
          value: bets,
          text: t('adminAnalytics.betsAndVolume', {
            bets: betCount(bets),
            volume: dollars(volume),
          }),
        }))}
      />
    </ChartPanel>
  );
}

/** What the house would lose on each market if the worst outcome won. */
export function ExposureChart({ markets }: { markets: WireAnalytics['exposureByMarket'] }) {
  const exposed = markets.filter(({ exposure }) => exposure > 0);
  const total = exposed.reduce((sum, { exposure }) => sum + exposure, 0);
  const first = exposed[0];
  return (
    <ChartPanel
      title={t('adminAnalytics.exposure')}
      summary={
        first
          ? [
              t('adminAnalytics.total', { total: dollars(total) }),
              t('adminAnalytics.mostOn', { where: first.title, figure: dollars(first.exposure) }),
            ].join(' ')
          : ''
      }
      rows={exposed}
      rowKey={({ marketId }) => marketId}
      columns={[
        { head: t('adminAnalytics.market'), shown: ({ title }) => title },
        usdcColumn(t('adminAnalytics.exposureUsdc'), 'exposure'),
        usdcColumn(t('adminAnalytics.stakesUsdc'), 'stakes'),
        usdcColumn(t('adminAnalytics.atMostUsdc'), 'lossBudget'),
      ]}
      fileName="exposure-by-market"
      empty={first ? null : t('adminAnalytics.noExposure')}
    >
      <RowsChart
        rows={exposed.map(({ marketId, title, exposure, lossBudget }) => ({
          id: marketId,
          label: title,
          value: exposure,
          of: lossBudget,
          text: t('adminAnalytics.ofAtMost', {
            exposure: dollars(exposure),
            most: dollars(lossBudget),
          }),
        }))}
      />
    </ChartPanel>
  );
}

interface CategoryLine {
  id: Category | typeof COMBOS;
  exposure: number;
  count: number;
}

/** What the house would lose now in each category, and on combos, which belong to several games. */
export function CategoryChart({
  categories,
  combos,
}: {
  categories: WireAnalytics['exposureByCategory'];
  combos: WireAnalytics['comboExposure'];
}) {
  const lines: CategoryLine[] = [
    ...categories.map(({ category, exposure, markets }) => ({ id: category, exposure, count: markets })),
    { id: COMBOS, exposure: combos?.exposure ?? 0, count: combos?.combos ?? 0 },
  ];
  const exposed = lines.filter(({ exposure }) => exposure > 0).sort((a, b) => b.exposure - a.exposure);
  const [first] = exposed;
  const nameOf = ({ id }: CategoryLine) =>
    id === COMBOS ? t('adminAnalytics.combos') : t(`categories.${id}`);
  return (
    <ChartPanel
      title={t('adminAnalytics.exposureByCategory')}
      summary={
        first ? t('adminAnalytics.mostOn', { where: nameOf(first), figure: dollars(first.exposure) }) : ''
      }
      rows={exposed}
      rowKey={({ id }) => id}
      columns={[
        { head: t('adminCreate.category'), shown: nameOf },
        usdcColumn(t('adminAnalytics.exposureUsdc'), 'exposure'),
        countColumn(
          exposed.some(({ id }) => id === COMBOS)
            ? t('adminAnalytics.marketsOrCombos')
            : t('adminFrame.markets'),
          'count',
        ),
      ]}
      fileName="exposure-by-category"
      empty={first ? null : t('adminAnalytics.noExposure')}
    >
      <RowsChart
        rows={exposed.map((row) => ({
          id: row.id,
          label: nameOf(row),
          value: row.exposure,
          text: dollars(row.exposure),
        }))}
      />
    </ChartPanel>
  );
}

/** How many days of results are drawn; the table and the CSV have all. */
const DAYS_DRAWN = 14;

/** What the house would lose now on the markets whose result is due on each day. */
export function SettlementChart({ days }: { days: WireAnalytics['exposureByDay'] }) {
  const exposed = days.filter(({ exposure }) => exposure > 0);
  const most = exposed.reduce<(typeof exposed)[number] | null>(
    (best, day) => (best && best.exposure >= day.exposure ? best : day),
    null,
  );
  return (
    <ChartPanel
      title={t('adminAnalytics.exposureByDay')}
      summary={
        most
          ? t('adminAnalytics.mostOn', {
              where: dayText(most.day),
              figure: dollars(most.exposure),
            })
          : ''
      }
      rows={exposed}
      rowKey={({ day }) => day}
      columns={[
        { head: t('adminAnalytics.dayUtc'), shown: ({ day }) => dayText(day), plain: ({ day }) => day },
        usdcColumn(t('adminAnalytics.exposureUsdc'), 'exposure'),
        countColumn(t('adminFrame.markets'), 'markets'),
      ]}
      fileName="exposure-by-day"
      empty={most ? null : t('adminAnalytics.noExposure')}
    >
      <RowsChart
        rows={exposed.slice(0, DAYS_DRAWN).map(({ day, exposure }) => ({
          id: day,
          label: dayText(day),
          value: exposure,
          text: dollars(exposure),
        }))}
      />
    </ChartPanel>
  );
}
