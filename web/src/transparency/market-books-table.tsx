import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-transparency.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { BOOK_COLUMNS, type BookColumn, nextOrder, selectBooks, WORST_FIRST } from './market-books.ts';

/** How many rows are shown at first. */
const ROWS = 25;
/** On a phone, where each market is a block of several lines. */
const ROWS_OF_PHONE = 10;

const firstRows = () =>
  typeof matchMedia === 'function' && matchMedia('(width < 40rem)').matches ? ROWS_OF_PHONE : ROWS;

const HEADS = {
  title: 'transparency.market',
  escrow: 'transparency.inEscrow',
  worstCase: 'transparency.owedAtWorst',
  openStakes: 'transparency.openStakes',
} as const satisfies Record<BookColumn, string>;

/** The money in each market and the most it could owe. */
export function MarketBooksTable({ books }: { books: WireSolvency }) {
  const searchId = useId();
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState(WORST_FIRST);
  const [rows, setRows] = useState(firstRows);
  const words = useDeferredValue(typed);
  const { markets, marketCount } = books;
  const found = selectBooks(markets, { words, order });
  const shown = found.slice(0, rows);

  return (
    <section aria-labelledby="markets-books-heading">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="markets-books-heading" className="text-h3">
            {t('transparency.byMarket')}
          </h2>
          <p className="mt-1 text-muted">{countSentence(markets.length, marketCount)}</p>
        </div>
        {markets.length > 0 && (
          <label htmlFor={searchId} className="text-small text-muted">
            {t('transparency.searchMarkets')}
            <input
              id={searchId}
              type="search"
              className="field mt-1 block w-64 max-w-full text-secondary"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setRows(firstRows());
              }}
            />
          </label>
        )}
      </div>
      {markets.length === 0 ? (
        <p className="card mt-5 px-5 py-10 text-center text-muted">{t('transparency.noneHold')}</p>
      ) : (
        <>
          <div className="card mt-5 overflow-hidden">
            <table className="books">
              <caption className="sr-only">{t('transparency.moneyOfMarkets')}</caption>
              <thead>
                <tr>
                  {BOOK_COLUMNS.map((column) => (
                    <th
                      key={column}
                      scope="col"
                      data-column={column}
                      aria-sort={order.by !== column ? 'none' : order.descending ? 'descending' : 'ascending'}
                    >
                      <button
                        type="button"
                        className="inline-flex min-h-11 items-center gap-1 text-[0.8125rem] font-semibold text-muted"
                        onClick={() => setOrder(nextOrder(order, column))}
                      >
                        {t(HEADS[column])}
                        <SortMark sorted={order.by === column ? order.descending : null} />
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((market) => (
                  <tr key={market.id}>
                    <th scope="row" data-column="title">
                      <span>{market.title}</span>{' '}
                      <Badge variant="secondary" className="ml-1">
                        {t(`transparency.${market.state}`)}
                      </Badge>
                      {market.escrow < market.worstCase && (
                        <Badge variant="destructive" className="ml-1">
                          {t('transparency.notCoveredBadge')}
                        </Badge>
                      )}
                    </th>
                    <td data-label={t(HEADS.escrow)}>{exactDollars(market.escrow)}</td>
                    <td data-label={t(HEADS.worstCase)} className="font-semibold">
                      {exactDollars(market.worstCase)}
                    </td>
                    <td data-label={t(HEADS.openStakes)}>{exactDollars(market.openStakes)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {found.length === 0 && (
              <p role="status" className="px-5 py-8 text-center text-muted">
                {t('transparency.noneWithWords')}
              </p>
            )}
          </div>
          {found.length > rows && (
            <div className="mt-4 text-center">
              <Button variant="secondary" onClick={() => setRows(found.length)}>
                {t('transparency.showAll', { figure: wholeNumber(found.length) })}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function SortMark({ sorted }: { sorted: boolean | null }) {
  const Mark = sorted === null ? ChevronsUpDown : sorted ? ArrowDown : ArrowUp;
  return <Mark aria-hidden="true" className="size-4 flex-none" />;
}

function countSentence(listed: number, all: number): string {
  if (all > listed) {
    return t('transparency.holdMoneyListed', { all: wholeNumber(all), listed: wholeNumber(listed) });
  }
  return t('transparency.holdMoney', { count: all, figure: wholeNumber(all) });
}
