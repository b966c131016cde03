import type { RequestQuery } from '@tallystone/core/http-api';
import type { WireMargins } from '@tallystone/core/http-api/admin-risk';
import type { RiskGrouping } from '@tallystone/core/markets/risk-groups';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { dollars } from '../format/dollars.ts';
import { percentText } from '../format/percent-text.ts';
import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { adminAmount } from './admin-amount.ts';
import { type ChartColumn, countColumn, usdcColumn } from './chart-panel.tsx';
import { dayText } from './day-bars.tsx';
import { type RiskLine, withCombos } from './risk-group.ts';
import { RiskPanel, shareColumn } from './risk-panel.tsx';
import { Unread } from './unread.tsx';

type Figures = WireMargins['total'];
type Line = RiskLine<Figures>;

/** What the odds promised and what the house kept on the days of the charts. */
export function Margins({ query }: { query: RequestQuery<'getMargins'> }) {
  const margins = useQuery({
    queryKey: ['/api/admin/margins', query],
    queryFn: ({ signal }) => callApi('getMargins', { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  if (margins.data === undefined || margins.isError) {
    return <Unread query={margins} what={t('adminRisk.margins')} />;
  }
  return <MarginsPanel margins={margins.data} from={query.from} />;
}

function MarginsPanel({ margins, from }: { margins: WireMargins; from: string | undefined }) {
  const [grouping, setGrouping] = useState<RiskGrouping>('league');
  const { combos, total } = margins;
  const { lines, left } = margins[grouping];
  const rows: Line[] = withCombos<Figures>(lines, combos.bets > 0 ? combos : null).sort(
    (a, b) => b.turnover - a.turnover,
  );
  const isShort = from !== undefined && from !== 'start' && from < margins.from;
  return (
    <RiskPanel
      title={t('adminRisk.margins')}
      summary={[
        ...summaryOf(total),
        ...(margins.refunded > 0 ? [t('adminRisk.refunded', counted(margins.refunded))] : []),
        ...(left > 0 ? [t('adminRisk.left', counted(left))] : []),
        ...(isShort ? [t('adminRisk.marginsShort', { from: dayText(margins.from) })] : []),
      ].join(' ')}
      rows={rows}
      columns={columns()}
      fileName="margins"
      empty={rows.length > 0 ? null : t('adminRisk.noMargins')}
      meaning={<p className="max-w-prose text-secondary text-muted">{t('adminRisk.marginsMean')}</p>}
      grouping={{ label: t('adminRisk.marginsBy'), chosen: grouping, onChoose: setGrouping }}
      drawn={({ kept, turnover }) => ({
        value: turnover,
        text: t('adminRisk.marginReading', { kept: dollars(kept), turnover: dollars(turnover) }),
      })}
    />
  );
}

function summaryOf(total: Figures): string[] {
  const kept = keptShare(total);
  const promised = promisedShare(total);
  const without = withoutPromise(total);
  return [
    ...(kept === null
      ? []
      : [
          t('adminRisk.marginsSum', {
            kept: dollars(total.kept),
            turnover: dollars(total.turnover),
            share: percentText(kept),
          }),
        ]),
    ...(promised === null ? [] : [t('adminRisk.marginsPromised', { share: percentText(promised) })]),
    ...(without > 0 ? [t('adminRisk.unpromised', counted(without))] : []),
  ];
}

const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const keptShare = ({ kept, turnover }: Figures) => shareOf(kept, turnover);
const promisedShare = ({ promised, promisedTurnover }: Figures) => shareOf(promised, promisedTurnover);
const hasPromise = ({ promisedBets }: Figures) => promisedBets > 0;
const withoutPromise = ({ bets, promisedBets }: Figures) => bets - promisedBets;

const columns = (): ChartColumn<Line>[] => [
  usdcColumn(t('adminRisk.turnoverUsdc'), 'turnover'),
  countColumn(t('adminRisk.bets'), 'bets'),
  {
    head: t('adminRisk.promisedUsdc'),
    shown: (line) => (hasPromise(line) ? adminAmount(line.promised) : ''),
    plain: (line) => (hasPromise(line) ? line.promised.toFixed(2) : ''),
    figure: true,
  },
  shareColumn(t('adminRisk.promisedShare'), promisedShare),
  usdcColumn(t('adminRisk.keptUsdc'), 'kept'),
  shareColumn(t('adminRisk.keptShare'), keptShare),
  shareColumn(t('adminRisk.standardError'), ({ standardError }) => standardError),
  {
    head: t('adminRisk.withoutPromise'),
    shown: (line) => counted(withoutPromise(line)).figure,
    plain: (line) => String(withoutPromise(line)),
    figure: true,
  },
];
