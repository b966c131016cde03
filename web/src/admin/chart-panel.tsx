import { csvLine } from '@tallystone/core/csv/csv-line';
import { ChartColumn as ChartIcon, Download, Table } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { csvFile, saveFile } from '../ui/save-file.ts';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { adminAmount } from './admin-amount.ts';

export interface ChartColumn<Row> {
  head: string;
  /** For people. */
  shown: (row: Row) => string;
  /** For the CSV; `shown` if absent. */
  plain?: (row: Row) => string;
  /** Aligns a number to the right. */
  figure?: boolean;
  /** Where the cell leads, if anywhere. */
  href?: (row: Row) => string | undefined;
}

const figureColumn =
  (shown: (figure: number) => string, plain: (figure: number) => string) =>
  <Key extends string>(head: string, key: Key): ChartColumn<Record<Key, number>> => ({
    head,
    shown: (row) => shown(row[key]),
    plain: (row) => plain(row[key]),
    figure: true,
  });

/** A column of USDC amounts. */
export const usdcColumn = figureColumn(adminAmount, (amount) => amount.toFixed(2));

/** A column of whole numbers. */
export const countColumn = figureColumn(wholeNumber, String);

export interface ChartPanelProps<Row> {
  title: string;
  /** One sentence that sums up the chart. */
  summary: string;
  rows: readonly Row[];
  columns: readonly ChartColumn<Row>[];
  rowKey: (row: Row) => string;
  /** CSV file name without date and extension. */
  fileName: string;
  /** Why there is nothing to draw; null if there is. */
  empty: string | null;
  /** The table is shown first. */
  tableFirst?: true;
  /** Above the chart and the table: what else can be chosen, and what it means. */
  choice?: ReactNode;
  children: ReactNode;
}

/** A chart with a summary, the same figures as a table, and a CSV download. */
export function ChartPanel<Row>(props: ChartPanelProps<Row>) {
  const { title, summary, rows, columns, empty, fileName, tableFirst = false, choice } = props;
  const id = useId();
  const [asTable, setAsTable] = useState<boolean>(tableFirst);
  const otherView = asTable ? t('adminAnalytics.chart') : t('adminAnalytics.table');
  return (
    <section aria-labelledby={id}>
      <Card className="min-w-0 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <h3 id={id} className="text-title">
            {title}
          </h3>
          {empty === null && (
            <div className="flex flex-wrap gap-2">
              <Button
                variant="secondary"
                size="small"
                aria-label={t('adminResults.aboutIt', { act: otherView, summary: title })}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? (
                  <ChartIcon aria-hidden="true" className="size-4" />
                ) : (
                  <Table aria-hidden="true" className="size-4" />
                )}
                {otherView}
              </Button>
              <Button
                variant="secondary"
                size="small"
                aria-label={t('adminResults.aboutIt', { act: t('adminAnalytics.csv'), summary: title })}
                onClick={() =>
                  saveFile({
                    name: `${fileName}-${new Date().toISOString().slice(0, 10)}.csv`,
                    content: csvFile(csvOf(rows, columns)),
                  })
                }
              >
                <Download aria-hidden="true" className="size-4" />
                {t('adminAnalytics.csv')}
              </Button>
            </div>
          )}
        </div>
        {choice}
        {empty === null ? (
          <>
            <p className="mt-2 mb-4 text-secondary text-muted">{summary}</p>
            {asTable ? <ChartTable {...props} /> : props.children}
          </>
        ) : (
          <p className="py-10 text-center text-muted">{empty}</p>
        )}
      </Card>
    </section>
  );
}

function ChartTable<Row>({ title, rows, columns, rowKey }: ChartPanelProps<Row>) {
  const place = (column: ChartColumn<Row>) =>
    classNames('px-2 py-1.5 align-top', column.figure ? 'text-right whitespace-nowrap' : 'text-left');
  return (
    <ScrollBox
      aria-label={t('adminResults.aboutIt', { act: t('adminAnalytics.table'), summary: title })}
      className="max-h-80 overflow-x-auto"
    >
      <table className="w-full border-collapse text-meta">
        <thead>
          <tr className="border-b border-line-strong">
            {columns.map((column) => (
              <th key={column.head} scope="col" className={place(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.head} scope="row" className={classNames(place(column), 'font-normal')}>
                    <Shown column={column} row={row} />
                  </th>
                ) : (
                  <td key={column.head} className={place(column)}>
                    <Shown column={column} row={row} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Shown<Row>({ column, row }: { column: ChartColumn<Row>; row: Row }) {
  const href = column.href?.(row);
  const text = column.shown(row);
  return href === undefined ? (
    text
  ) : (
    <Link href={href} className="text-link">
      {text}
    </Link>
  );
}

function csvOf<Row>(rows: readonly Row[], columns: readonly ChartColumn<Row>[]): string {
  const lines = rows.map((row) => columns.map(({ plain, shown }) => (plain ?? shown)(row)));
  return [columns.map(({ head }) => head), ...lines].map(csvLine).join('');
}
