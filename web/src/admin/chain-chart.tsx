import type { WireAnalytics } from '@tallystone/core/http-api';
import { adminAmount } from './admin-amount.ts';
import { ChartPanel } from './chart-panel.tsx';
import { RowsChart } from './rows-chart.tsx';

/** How many bets came over which network. */
export function ChainChart({ chains }: { chains: WireAnalytics['betsByChain'] }) {
  const rows = chains.toSorted((a, b) => b.bets - a.bets);
  const total = rows.reduce((sum, { bets }) => sum + bets, 0);
  const first = rows[0];
  return (
    <ChartPanel
      title="Bets by chain"
      summary={first ? `${first.chain} comes first with ${first.bets} of ${total} bets.` : ''}
      rows={rows}
      rowKey={({ chain }) => chain}
      columns={[
        { head: 'Chain', shown: ({ chain }) => chain },
        { head: 'Bets', shown: ({ bets }) => String(bets), figure: true },
        {
          head: 'Volume (USDC)',
          shown: ({ volume }) => adminAmount(volume),
          plain: ({ volume }) => volume.toFixed(2),
          figure: true,
        },
      ]}
      fileName="bets-by-chain"
      empty={total === 0 ? 'No bets yet, on any chain.' : null}
    >
      <RowsChart
        rows={rows.map(({ chain, bets, volume }) => ({
          id: chain,
          label: chain,
          value: bets,
          text: `${bets === 1 ? '1 bet' : `${bets} bets`}, $${adminAmount(volume)}`,
        }))}
      />
    </ChartPanel>
  );
}
