import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { type SortingState, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../texts/t-admin.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { classNames } from '../ui/class-names.ts';
import { useMedia } from '../ui/use-media.ts';
import { marketStatus } from './admin-markets.ts';
import type { MarketAct } from './market-acts.ts';
import {
  MARKETS_COLUMNS,
  type MarketsColumn,
  MONEY_COLUMNS,
  marketsTableFeatures,
} from './markets-table-columns.ts';
import { MarketsTableRow } from './markets-table-row.tsx';
import { useHeldRows } from './use-held-rows.ts';
import type { useMarketSelection } from './use-market-selection.ts';

/** From this many rows on, only the rows in view are rendered. */
const VIRTUAL_FROM = 100;
/** As in admin.css. */
const ROW_PX = 64;
const PHONE_ROW_PX = 120;
/** As `max-sm` in the styles. */
const PHONE = '(width < 40rem)';
/** The columns that a phone has room for; each row's title stands above its state there. */
const PHONE_COLUMNS: ReadonlySet<string> = new Set(['title', 'state']);
/** The columns of the checkbox and the actions. */
const CONTROLS = 2;
const HEADER_ROWS = 1;
const FIGURES = new Set<string>(['bets', ...MONEY_COLUMNS.map(({ id }) => id)]);
const WIDTHS: ReadonlyMap<string, string> = new Map([
  ['title', 'w-58 max-sm:w-auto'],
  ['category', 'w-30'],
  ['state', 'w-40 max-sm:w-28'],
  ['ends', 'w-28'],
  ['bets', 'w-21 [&:lang(es)]:w-25'],
]);
const getRowId = (market: WireAdminMarket) => market.id;

export interface MarketsTableProps {
  /** In default order, used until a column is sorted. The same array until something changes. */
  markets: WireAdminMarket[];
  /** Names the search and filter: a new one starts a new table. */
  choice: string;
  now: Date;
  selection: ReturnType<typeof useMarketSelection>;
  /** Called by a row; must be the same function until something changes. */
  onAct: (act: MarketAct, market: WireAdminMarket) => void;
}

/** The markets and their figures, sortable by every column. */
export function MarketsTable(props: MarketsTableProps) {
  const { markets, choice, now, onAct } = props;
  const { selected, onToggle, onToggleAll } = props.selection;
  const [sorting, setSorting] = useState<SortingState>([]);
  const table = useTable({
    features: marketsTableFeatures,
    columns: MARKETS_COLUMNS,
    data: markets,
    getRowId,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: setSorting,
  });
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const rows = useHeldRows(table.getRowModel().rows, {
    resting: hovered || focused,
    choice: `${choice} by ${sorting.map(({ id, desc }) => `${id} ${desc}`).join()}`,
  });

  const isPhone = useMedia(PHONE);
  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX;
  const columnCount = CONTROLS + (isPhone ? PHONE_COLUMNS.size : MARKETS_COLUMNS.length);
  const region = useRef<HTMLElement>(null);
  const isVirtual = rows.length >= VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => region.current,
    estimateSize: () => rowPx,
    overscan: 4,
    // A row that appears one frame late is better than a late frame.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps the old heights until it is told
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  const visible = virtualizer.getVirtualItems();
  const shown = isVirtual
    ? visible.flatMap(({ index }) => (rows[index] === undefined ? [] : [{ index, row: rows[index] }]))
    : rows.map((row, index) => ({ index, row }));
  const before = isVirtual ? (visible[0]?.start ?? 0) : 0;
  const after = isVirtual ? virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0) : 0;
  // Not on every scroll step.
  const picked = useMemo(
    () => markets.reduce((count, { id }) => count + (selected.has(id) ? 1 : 0), 0),
    [markets, selected],
  );

  return (
    <section
      ref={region}
      className="markets-table-region"
      aria-label={t('adminFrame.markets')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <table className="markets-table" aria-rowcount={rows.length + HEADER_ROWS}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              <td className="markets-pick">
                <Checkbox
                  checked={picked > 0 && picked === markets.length}
                  indeterminate={picked > 0 && picked < markets.length}
                  onChange={(event) => onToggleAll(event.currentTarget.checked)}
                  aria-label={t('adminMarkets.selectAll', { figure: markets.length })}
                />
              </td>
              {group.headers.map(({ id, column }) => {
                if (isPhone && !PHONE_COLUMNS.has(id)) return null;
                const sorted = column.getIsSorted();
                const money = MONEY_COLUMNS.find((each) => each.id === id);
                return (
                  <th
                    key={id}
                    scope="col"
                    data-column={id}
                    className={classNames(WIDTHS.get(id), FIGURES.has(id) && 'markets-figure')}
                    aria-sort={sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
                    title={money && t(money.meaning)}
                  >
                    <button
                      type="button"
                      className={classNames(
                        'inline-flex items-center gap-1 w-full min-h-11 px-2 py-0 text-left -outline-offset-3',
                        FIGURES.has(id) && 'justify-end text-right',
                      )}
                      onClick={() => column.toggleSorting()}
                    >
                      {t(`adminMarkets.${id as MarketsColumn}`)}
                      <SortMark sorted={sorted} />
                    </button>
                  </th>
                );
              })}
              <td className="markets-acts">
                <span className="sr-only">{t('adminMarkets.acts')}</span>
              </td>
            </tr>
          ))}
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} columns={columnCount} />}
          {shown.map(({ index, row }) => (
            <MarketsTableRow
              key={row.id}
              market={row.original}
              status={marketStatus(row.original, now)}
              selected={selected.has(row.id)}
              isPhone={isPhone}
              rowIndex={index + 1 + HEADER_ROWS}
              onToggle={onToggle}
              onAct={onAct}
            />
          ))}
          {after > 0 && <Gap height={after} columns={columnCount} />}
        </tbody>
      </table>
    </section>
  );
}

function SortMark({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  const Mark = sorted === false ? ChevronsUpDown : sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Mark aria-hidden="true" className={classNames('size-3.5 flex-none', sorted === false && 'text-muted')} />
  );
}

/** Takes the height of the rows out of view. A cell across more columns than there are would take the others' width. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is only focusable in a grid, and this is a table
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
