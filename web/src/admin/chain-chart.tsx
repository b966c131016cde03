import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import { dollars } from '../format/dollars.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { betCount } from './bet-count.ts';
import { ChartPanel, countColumn, usdcColumn } from './chart-panel.tsx';
import { RowsChart } from './rows-chart.tsx';

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
