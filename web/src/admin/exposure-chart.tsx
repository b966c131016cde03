import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import { dollars } from '../format/dollars.ts';
import { t } from '../texts/t-admin.ts';
import { ChartPanel, usdcColumn } from './chart-panel.tsx';
import { RowsChart } from './rows-chart.tsx';

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
          ? exposed.length === 1
            ? t('adminAnalytics.exposureOfOne', { title: first.title, total: dollars(total) })
            : t('adminAnalytics.exposureOfMany', {
                figure: exposed.length,
                total: dollars(total),
                most: dollars(first.exposure),
                title: first.title,
              })
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
