import type { RiskGrouping } from '@tallystone/core/markets/risk-groups';
import type { ReactNode } from 'react';
import { percentText } from '../format/percent-text.ts';
import { t } from '../texts/t-admin.ts';
import { type ChartColumn, ChartPanel, type ChartPanelProps } from './chart-panel.tsx';
import { GroupingChoice } from './grouping-choice.tsx';
import { GROUPING_HEADS, type RiskLine, riskLineHref, riskLineKey, riskLineName } from './risk-group.ts';
import { RowsChart } from './rows-chart.tsx';

/** How many groups are drawn; the table and the CSV have all. */
const DRAWN = 20;

export interface RiskPanelProps<Figures>
  extends Pick<ChartPanelProps<RiskLine<Figures>>, 'title' | 'summary' | 'rows' | 'columns' | 'empty'> {
  /** Of the CSV, before the grouping. */
  fileName: string;
  /** What the figures mean. */
  meaning: ReactNode;
  grouping: { label: string; chosen: RiskGrouping; onChoose: (grouping: RiskGrouping) => void };
  /** The bar of a group. @property of the length of the whole bar, if it has one */
  drawn: (line: RiskLine<Figures>) => { value: number; text: string; of?: number };
}

/** Figures of the house's risk by game, league, day or market type: a table first, and a chart. */
export function RiskPanel<Figures>({
  fileName,
  meaning,
  grouping,
  columns,
  drawn,
  ...panel
}: RiskPanelProps<Figures>) {
  const group = { head: t(GROUPING_HEADS[grouping.chosen]), shown: riskLineName, href: riskLineHref };
  return (
    <ChartPanel
      {...panel}
      rowKey={riskLineKey}
      columns={[group, ...columns]}
      fileName={`${fileName}-by-${grouping.chosen}`}
      tableFirst
      choice={
        <div className="mt-2 grid gap-3">
          {meaning}
          <GroupingChoice {...grouping} />
        </div>
      }
    >
      <RowsChart
        rows={panel.rows.slice(0, DRAWN).map((line) => ({
          id: riskLineKey(line),
          label: riskLineName(line),
          ...drawn(line),
        }))}
      />
    </ChartPanel>
  );
}

/** A column of shares; empty where there is none. */
export const shareColumn = <Line,>(head: string, of: (line: Line) => number | null): ChartColumn<Line> => ({
  head,
  shown: (line) => {
    const share = of(line);
    return share === null ? '' : percentText(share);
  },
  plain: (line) => of(line)?.toFixed(4) ?? '',
  figure: true,
});
