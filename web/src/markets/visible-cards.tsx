import type { WireMarket } from '@tallystone/core/http-api/markets';
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useState,
} from 'react';
import { MarketCard, type MarketCardProps } from './market-card.tsx';
import { type Columns, useColumns } from './use-columns.ts';

/** Height of most rows, px: the closer the guess, the less the scroll bar moves while a list is scrolled. */
const ROW_PX: Record<Columns, number> = { 1: 450, 2: 460, 3: 480 };
/** As `.market-grid` has it. */
const GAP_PX = 20;
/** Rows beyond the view on either side, so that Tab always finds a next card. */
const ROWS_BEYOND = 2;

export interface VisibleCardsProps extends Omit<MarketCardProps, 'market'> {
  markets: readonly WireMarket[];
  list: RefObject<HTMLUListElement | null>;
  /** The card that has the focus, or is about to get it back: it stays on the page wherever that is scrolled. */
  pinnedId: string | null;
}

/**
 * The cards of a long list that are in view, as items of the list around, which lays them out as it does all. In
 * place of the others stand items as high as they are, so that cards keep their order for readers and for Tab.
 */
export const VisibleCards = memo(function VisibleCards(props: VisibleCardsProps) {
  const { markets, list, pinnedId, ...card } = props;
  const columns = useColumns();
  const top = useTopOf(list);
  const rowCount = Math.ceil(markets.length / columns);
  const pinnedPlace = pinnedId === null ? -1 : markets.findIndex(({ id }) => id === pinnedId);
  const pinnedRow = pinnedPlace < 0 ? null : Math.floor(pinnedPlace / columns);
  const getItemKey = useCallback(
    (row: number) => `${columns} ${markets[row * columns]?.id ?? row}`,
    [markets, columns],
  );
  // Those in view first, so that no moment of a person's time holds more than they can see.
  const overscan = useDeferredValue(ROWS_BEYOND, 0);
  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: rowCount,
    estimateSize: () => ROW_PX[columns],
    gap: GAP_PX,
    overscan,
    scrollMargin: top,
    getItemKey,
    measureElement: exactHeight,
    rangeExtractor: (range) => withNeighbours(defaultRangeExtractor(range), pinnedRow, rowCount),
  });

  const pieces: ReactNode[] = [];
  let end = 0;
  const place = (row: VirtualItem) => {
    const start = row.start - top;
    // Between what is placed and the row lie others, and the gaps on both sides of what stands for them.
    const missing = start - end - GAP_PX * (end === 0 ? 1 : 2);
    // Named by the row that follows: it is never moved across a card, which could cost that card the focus.
    if (missing > 0) pieces.push(<Gap key={`before ${row.index}`} height={missing} />);
    const first = row.index * columns;
    for (const [column, market] of markets.slice(first, first + columns).entries()) {
      pieces.push(
        <li
          key={market.id}
          // All cards of a row are as high as the row: one of them is enough to measure it.
          ref={column === 0 ? rows.measureElement : null}
          data-index={row.index}
          data-market={market.id}
          aria-setsize={markets.length}
          aria-posinset={first + column + 1}
          className="grid min-w-0"
        >
          <MarketCard market={market} {...card} />
        </li>,
      );
    }
    end = row.end - top;
  };
  for (const row of rows.getVirtualItems()) place(row);
  const missing = rows.getTotalSize() - end - GAP_PX;
  if (missing > 0) pieces.push(<Gap key="after" height={missing} />);
  return pieces;
});

function Gap({ height }: { height: number }) {
  return <li aria-hidden="true" className="market-gap" style={{ height }} />;
}

/** The rows with the pinned one and those around it, where Tab and Shift+Tab lead from it. */
function withNeighbours(shown: readonly number[], pinned: number | null, count: number): number[] {
  if (pinned === null) return [...shown];
  const around = [pinned - 1, pinned, pinned + 1].filter((row) => row >= 0 && row < count);
  return [...new Set([...shown, ...around])].sort((a, b) => a - b);
}

/** With its fractions: rounded heights would add up to a page that twitches. */
function exactHeight(element: Element, entry: ResizeObserverEntry | undefined): number {
  return entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
}

/** How far below the top of the page a list begins; what stands above it may grow. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}
