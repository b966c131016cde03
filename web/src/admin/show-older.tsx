import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { adminProblem } from './admin-problem.ts';

/** Rows in one page from the server. */
const PAGE_ROWS = 100;

interface Pages<Row> {
  queryKey: QueryKey;
  /** @param before selects the rows after the page that ends with this id; empty for the first page */
  read: (before: { before?: string }, signal: AbortSignal) => Promise<readonly Row[]>;
}

/** Reads a list page by page. */
export function usePages<Row extends { id: string | number }>({ queryKey, read }: Pages<Row>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    // Widened: later pages have an id.
    initialPageParam: {} as { before?: string },
    getNextPageParam: (page) => (page.length === PAGE_ROWS ? { before: String(page.at(-1)?.id) } : undefined),
    refetchOnMount: 'always',
  });
}

interface ShowOlderProps {
  query: Pick<
    ReturnType<typeof usePages>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
}

/** The button below a paged list that loads its next page. */
export function ShowOlder({ query }: ShowOlderProps) {
  return (
    <>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? t('controls.loading') : t('adminAudit.showOlder')}
        </Button>
      )}
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-2 text-meta text-negative">
          {t('adminAudit.olderFailed', { why: adminProblem(query.error) })}
        </p>
      )}
    </>
  );
}
