import type { WireAnalytics } from '@tallystone/core/http-api';
import { adminAmount } from './admin-amount.ts';
import { ChartPanel } from './chart-panel.tsx';
import { RowsChart } from './rows-chart.tsx';

/** What the house would lose on which market if the worst outcome won. */
export function ExposureChart({ markets }: { markets: WireAnalytics['exposureByMarket'] }) {
  const exposed = markets.filter(({ exposure }) => exposure > 0);
  const total = exposed.reduce((sum, { exposure }) => sum + exposure, 0);
  const first = exposed[0];
  return (
    <ChartPanel
      title="Exposure by market"
      summary={
        first
          ? exposed.length === 1
            ? `If the worst outcome won, “${first.title}” would cost $${adminAmount(total)}.`
            : `If the worst outcome won everywhere, these ${exposed.length} markets would cost $${adminAmount(total)}; the most is $${adminAmount(first.exposure)} on “${first.title}”.`
          : ''
      }
      rows={exposed}
      rowKey={({ marketId }) => marketId}
      columns={[
        { head: 'Market', shown: ({ title }) => title },
        ...(
          [
            ['Exposure (USDC)', 'exposure'],
            ['Stakes (USDC)', 'stakes'],
            ['At most (USDC)', 'lossBudget'],
          ] as const
        ).map(([head, field]) => ({
          head,
          shown: (row: (typeof exposed)[number]) => adminAmount(row[field]),
          plain: (row: (typeof exposed)[number]) => row[field].toFixed(2),
          figure: true,
        })),
      ]}
      fileName="exposure-by-market"
      empty={first ? null : 'No open market could cost anything now.'}
    >
      <RowsChart
        rows={exposed.map(({ marketId, title, exposure, lossBudget }) => ({
          id: marketId,
          label: title,
          value: exposure,
          of: lossBudget,
          text: `$${adminAmount(exposure)} of at most $${adminAmount(lossBudget)}`,
        }))}
      />
    </ChartPanel>
  );
}
