import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { listenTo } from '../signals/listen-to.ts';
import { MarketCard, type MarketCardProps } from './market-card.tsx';

type Columns = 1 | 2 | 3;

/** The breakpoints of `.market-grid`. */
const THREE = '(width >= 80rem)';
const TWO = '(width >= 64rem)';

/** The usual height of a row in px. The closer the estimate, the less the scroll bar jumps. */
const ROW_PX: Record<Columns, number> = { 1: 450, 2: 460, 3: 480 };
/** The gap of `.market-grid`. */
const GAP_PX = 20;
/** Rows rendered beyond the viewport on either side, so that Tab always finds a next card. */
const ROWS_BEYOND = 2;

export interface VisibleCardsProps extends Omit<MarketCardProps, 'market'> {
  markets: readonly WireListedMarket[];
  list: RefObject<HTMLUListElement | null>;
  /** The card that has the focus or is about to get it back; it stays in the page wherever that is scrolled. */
  pinnedId: string | null;
}

/**
 * The cards of a long list that are in view, as items of the surrounding list. Placeholder items of the same height
 * replace the others, so that the order of the cards stays right for screen readers and for Tab.
 */
export const VisibleCards = memo(function VisibleCards(props: VisibleCardsProps) {
  const { markets, list, pinnedId, ...card } = props;
  const columns = useSyncExternalStore(followColumns, columnsNow);
  const top = useTopOf(list);
  const rowCount = Math.ceil(markets.length / columns);
  const pinnedPlace = pinnedId === null ? -1 : markets.findIndex(({ id }) => id === pinnedId);
  const pinnedRow = pinnedPlace < 0 ? null : Math.floor(pinnedPlace / columns);
  const getItemKey = useCallback(
    (row: number) => `${columns} ${markets[row * columns]?.id ?? row}`,
    [markets, columns],
  );
  // Renders the cards in view first and those beyond later, so that the first render is short.
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
    // The height of the rows in between, without the grid's gaps around their placeholder.
    const missing = start - end - GAP_PX * (end === 0 ? 1 : 2);
    // Keyed by the next row, so that React never moves it across a card, which could cost that card the focus.
    if (missing > 0) pieces.push(<Gap key={`before ${row.index}`} height={missing} />);
    const first = row.index * columns;
    for (const [column, market] of markets.slice(first, first + columns).entries()) {
      pieces.push(
        <li
          key={market.id}
          // All cards of a row have the same height, so measuring one is enough.
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

/** Takes the height of the rows out of view. */
function Gap({ height }: { height: number }) {
  return <li aria-hidden="true" className="col-span-full" style={{ height }} />;
}

/** Adds the pinned row and its neighbours, which Tab and Shift+Tab lead to. */
function withNeighbours(shown: readonly number[], pinned: number | null, count: number): number[] {
  if (pinned === null) return [...shown];
  const around = [pinned - 1, pinned, pinned + 1].filter((row) => row >= 0 && row < count);
  return [...new Set([...shown, ...around])].sort((a, b) => a - b);
}

/** The height with its fraction; rounded heights would add up to visible jumps. */
function exactHeight(element: Element, entry: ResizeObserverEntry | undefined): number {
  return entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
}

/** The distance of the list from the top of the page in px, which changes as content above it grows. */
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

/** How many columns the grid of markets has. */
function columnsNow(): Columns {
  if (window.matchMedia(THREE).matches) return 3;
  return window.matchMedia(TWO).matches ? 2 : 1;
}

function followColumns(listener: () => void): () => void {
  const stops = [THREE, TWO].map((query) => listenTo(window.matchMedia(query), ['change'], listener));
  return () => {
    for (const stop of stops) stop();
  };
}
