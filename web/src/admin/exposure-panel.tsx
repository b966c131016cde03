import type { WireExposure } from '@tallystone/core/http-api/admin-risk';
import type { RiskGrouping } from '@tallystone/core/markets/risk-groups';
import { useState } from 'react';
import { dollars } from '../format/dollars.ts';
import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { adminAmount } from './admin-amount.ts';
import { type ChartColumn, countColumn, usdcColumn } from './chart-panel.tsx';
import { type RiskLine, riskLineName, withCombos } from './risk-group.ts';
import { RiskPanel, shareColumn } from './risk-panel.tsx';

interface Figures {
  openStakes: number;
  worstCase: number;
  bets: number;
  markets?: number | undefined;
  cap?: number | undefined;
}
type Line = RiskLine<Figures>;

/** What the house has at risk now, by game, league, day or market type, with the combos as a line of their own. */
export function ExposurePanel({ exposure }: { exposure: WireExposure }) {
  const [grouping, setGrouping] = useState<RiskGrouping>('game');
  const { combos, total } = exposure;
  const { lines, left } = exposure[grouping];
  const rows: Line[] = withCombos<Figures>(lines, combos.bets > 0 ? combos : null).sort(
    (a, b) => b.worstCase - a.worstCase,
  );
  const [first] = rows;
  return (
    <RiskPanel
      title={t('adminAnalytics.exposureNow')}
      summary={
        first
          ? [
              t('adminAnalytics.total', { total: dollars(total.worstCase + combos.worstCase) }),
              t('adminAnalytics.mostOn', { where: riskLineName(first), figure: dollars(first.worstCase) }),
              ...(left > 0 ? [t('adminRisk.left', counted(left))] : []),
            ].join(' ')
          : ''
      }
      rows={rows}
      columns={columnsOf(grouping)}
      fileName="exposure"
      empty={first ? null : t('adminAnalytics.noExposure')}
      meaning={<p className="text-secondary text-muted">{t('adminAnalytics.exposureNowMeans')}</p>}
      grouping={{ label: t('adminRisk.by'), chosen: grouping, onChoose: setGrouping }}
      drawn={(line) => ({ value: line.worstCase, ...drawnOf(line, grouping) })}
    />
  );
}

/** The caps of games and combos are the length of their bars; other groups have none. */
function drawnOf({ worstCase, cap }: Line, grouping: RiskGrouping): { text: string; of?: number } {
  if (grouping !== 'game' || cap === undefined) return { text: dollars(worstCase) };
  const text = t('adminAnalytics.ofAtMost', { exposure: dollars(worstCase), most: dollars(cap) });
  return { text, of: cap };
}

function columnsOf(grouping: RiskGrouping): ChartColumn<Line>[] {
  const caps: ChartColumn<Line>[] = [
    {
      head: t('adminRisk.capUsdc'),
      shown: ({ cap }) => (cap === undefined ? '' : adminAmount(cap)),
      plain: ({ cap }) => cap?.toFixed(2) ?? '',
      figure: true,
    },
    shareColumn(t('adminRisk.used'), usedOf),
  ];
  return [
    usdcColumn(t('adminRisk.openStakesUsdc'), 'openStakes'),
    usdcColumn(t('adminRisk.worstCaseUsdc'), 'worstCase'),
    ...(grouping === 'game' ? caps : []),
    countColumn(t('adminRisk.openBets'), 'bets'),
    {
      head: t('adminFrame.markets'),
      shown: ({ markets }) => (markets === undefined ? '' : counted(markets).figure),
      plain: ({ markets }) => String(markets ?? ''),
      figure: true,
    },
  ];
}

/** The share of the cap that the worst case uses. */
const usedOf = ({ worstCase, cap = 0 }: Line): number | null => (cap > 0 ? worstCase / cap : null);
