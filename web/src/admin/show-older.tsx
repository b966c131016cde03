import { t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { adminProblem } from './admin-problem.ts';

interface ShowOlderProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  /** Which list the texts are for. */
  of: 'adminAudit' | 'adminUsers';
}

/** The button below a paged list that loads its next page. */
export function ShowOlder({ query, of }: ShowOlderProps) {
  return (
    <>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? t(`${of}.loadingOlder`) : t(`${of}.showOlder`)}
        </Button>
      )}
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-2 text-meta text-negative">
          {t(`${of}.olderFailed`, { why: adminProblem(query.error) })}
        </p>
      )}
    </>
  );
}
