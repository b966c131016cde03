import type { WireStatementRow } from '@tallystone/core/http-api/account';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { STATEMENT_KEY } from '../data/queries.ts';
import { Unread } from '../data/unread.tsx';
import { exactDollars, signedExactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Figure } from '../ui/fact.tsx';
import { Problem } from '../ui/problem.tsx';
import { ExportButton } from './export-button.tsx';
import {
  ENTRIES_PER_PAGE,
  entryWords,
  readStatement,
  readWholeStatement,
  statementCsv,
} from './statement-csv.ts';
import { statementTotals } from './statement-totals.ts';

/** Every entry of the books that moved the bettor's money, with the balance after each. */
export function Statement({ isPractice }: { isPractice: boolean }) {
  const headingId = useId();
  const query = useInfiniteQuery({
    queryKey: STATEMENT_KEY,
    queryFn: ({ pageParam }) => readStatement(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (page: WireStatementRow[]) =>
      page.length < ENTRIES_PER_PAGE ? undefined : (page.at(-1)?.id ?? undefined),
    // The server pays results at any time, so the statement is read again on every visit.
    refetchOnMount: 'always',
  });
  const rows = query.data?.pages.flat();
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h2 id={headingId} className="text-h3">
          {t('account.statement')}
        </h2>
        {rows !== undefined && rows.length > 0 && (
          <ExportButton fileName="statement" read={async () => statementCsv(await readWholeStatement())} />
        )}
      </div>
      <div className="mt-5">
        {rows === undefined ? (
          <Unread query={query} what={t('account.statement')} loading={t('statement.loading')} room="h-64" />
        ) : rows.length === 0 ? (
          <Card className="px-5 py-10 text-center text-muted">{t('statement.none')}</Card>
        ) : (
          <Entries rows={rows} isWhole={!query.hasNextPage} isPractice={isPractice} />
        )}
      </div>
      {query.hasNextPage && (
        <div className="mt-6 flex flex-col items-center gap-2 text-meta text-muted">
          <Button
            variant="secondary"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? t('statement.loadingOlder') : t('statement.showOlder')}
          </Button>
          {query.isFetchNextPageError && <p role="alert">{t('statement.olderFailed')}</p>}
        </div>
      )}
    </section>
  );
}

function Entries({
  rows,
  isWhole,
  isPractice,
}: {
  rows: readonly WireStatementRow[];
  isWhole: boolean;
  isPractice: boolean;
}) {
  const totals = statementTotals(rows);
  return (
    <Card className="overflow-hidden">
      {totals && (
        <div className="border-b border-line p-5">
          <p className="text-meta text-muted">{t('statement.balance')}</p>
          <p className="font-display text-h2 font-bold">
            {exactDollars(totals.now)}{' '}
            <span className="font-sans text-meta font-normal text-muted">
              {isPractice ? t('account.practiceUsdc') : 'USDC'}
            </span>
          </p>
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,max-content))] gap-x-8 gap-y-3 mt-3">
            <Figure name={t(isWhole ? 'statement.atStart' : 'statement.before')}>
              {exactDollars(totals.before)}
            </Figure>
            <Figure name={t('statement.cameIn')}>{signedExactDollars(totals.cameIn)}</Figure>
            <Figure name={t('statement.wentOut')}>{signedExactDollars(totals.wentOut)}</Figure>
            <Figure name={t('statement.now')}>{exactDollars(totals.now)}</Figure>
          </dl>
          {!totals.addsUp && <Problem>{t('statement.doesNotAddUp')}</Problem>}
        </div>
      )}
      <table className="statement">
        <caption className="sr-only">{t('statement.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statement.entry')}</th>
            <th scope="col" className="statement-figure">
              {t('statement.amount')}
            </th>
            <th scope="col" className="statement-figure">
              {t('statement.balanceAfter')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <span className="font-semibold">{entryWords(row)}</span>
                <span className="block text-small font-normal text-muted">
                  <Moment iso={row.at} />
                </span>
                <Bets row={row} />
              </th>
              <td className={classNames('statement-figure font-semibold', row.amount > 0 && 'text-positive')}>
                {signedExactDollars(row.amount)}
              </td>
              <td className="statement-figure">{exactDollars(row.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Bets({ row: { bets, betCount } }: { row: WireStatementRow }) {
  const [only] = bets;
  if (only === undefined) return null;
  if (betCount === 1) {
    return (
      <span className="mt-1 block text-meta font-normal">
        {only.outcomeName}: {only.marketTitle}
        {only.selections !== undefined && ` ${t('statement.more', { more: only.selections - 1 })}`}
      </span>
    );
  }
  return (
    <details className="mt-1 text-meta font-normal">
      <summary className="min-h-6">{t('statement.bets', { count: betCount })}</summary>
      <ul className="mt-1 flex flex-col gap-1.5">
        {bets.map(({ betId, outcomeName, marketTitle, amount }) => (
          <li key={betId}>
            <span className="font-semibold">{exactDollars(amount)}</span> {outcomeName}: {marketTitle}
          </li>
        ))}
        {betCount > bets.length && (
          <li className="text-muted">{t('statement.more', { more: betCount - bets.length })}</li>
        )}
      </ul>
    </details>
  );
}
