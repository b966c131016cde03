import '../styles/transparency.css';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { LoadFailed } from '../data/load-failed.tsx';
import { solvencyQuery } from '../data/queries.ts';
import { Moment } from '../format/moment.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { t } from '../texts/t-transparency.ts';
import { TextWith } from '../texts/text-with.tsx';
import { ChainFigures } from '../transparency/chain-figures.tsx';
import { CheckYourself } from '../transparency/check-yourself.tsx';
import { HouseCover } from '../transparency/house-cover.tsx';
import { MarketBooksTable } from '../transparency/market-books-table.tsx';
import { Promises } from '../transparency/promises.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** `/transparency`: what the house has and owes, and how to check it. Public. */
export function Transparency() {
  usePageTitle(t('frame.transparency'));
  const query = useQuery({ ...solvencyQuery, refetchOnMount: 'always' });
  const books = query.data;
  const known = books !== undefined;
  // The browser looked for the anchor before this text was rendered.
  useEffect(() => {
    if (known && window.location.hash === '#check') document.getElementById('check')?.scrollIntoView();
  }, [known]);

  return (
    <div className="frame py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="max-w-[44rem]">
          <h1 className="text-h2">{t('frame.transparency')}</h1>
          <p className="mt-2 text-muted">{t('solvency.what')}</p>
        </div>
        {books && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-meta text-muted">
            {books.mode === 'demo' && <Badge variant="practice">{t('solvency.practiceMoney')}</Badge>}
            <span>
              <TextWith text={t('solvency.asOf')} parts={{ moment: () => <Moment iso={books.at} /> }} />
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-busy={query.isFetching}
              onClick={() => void query.refetch()}
            >
              <RefreshCw aria-hidden="true" className={query.isFetching ? 'spin size-4' : 'size-4'} />
              {t('markets.refresh')}
            </Button>
          </div>
        )}
      </div>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-12">
        {books ? (
          <>
            {query.isError && (
              <p role="alert" className="-mb-6 text-meta text-negative">
                <TextWith
                  text={t('solvency.notReadAgain')}
                  parts={{ moment: () => <Moment iso={books.at} /> }}
                />
              </p>
            )}
            <HouseCover books={books} />
            {books.onChain !== undefined && <ChainFigures figures={books.onChain} />}
            <MarketBooksTable books={books} />
            <Promises invariants={books.invariants} />
            <div>
              <CheckYourself books={books} />
            </div>
          </>
        ) : query.error ? (
          <LoadFailed
            what={t('solvency.theFigures')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div>
            <p role="status" className="text-muted">
              {t('solvency.reading')}
            </p>
            <Skeleton className="mt-4 h-28" />
            <div className="mt-5 grid gap-5 lg:grid-cols-2">
              <Skeleton className="h-56" />
              <Skeleton className="h-56" />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
