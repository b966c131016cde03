import type { WireResolution } from '@tallystone/core/http-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { adminProblem } from '../admin/admin-problem.ts';
import { ReasonDialog } from '../admin/reason-dialog.tsx';
import { resultWords } from '../admin/resolution-words.ts';
import { useRenewOnFocus } from '../admin/use-renew-on-focus.ts';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { LoadFailed } from '../data/load-failed.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { guardedQuery } from './guarded-query.ts';
import { GuardedResult } from './guarded-result.tsx';
import { useSecondClock } from './second-clock.ts';

/** Approved results that are not paid yet, the one that is paid first on top, and the way to object to each. */
export function GuardedResults() {
  const queryClient = useQueryClient();
  const query = useQuery(guardedQuery);
  const { data, error, isFetching, refetch } = query;
  useRenewOnFocus(refetch);
  const now = useSecondClock();
  const [objecting, setObjecting] = useState<WireResolution | null>(null);
  const [done, setDone] = useState<{ key: number; resolution: WireResolution } | null>(null);

  if (data === undefined) {
    if (error instanceof ApiError && error.status === 403) return <NotAGuardian />;
    return error === null ? (
      <p role="status" className="py-8 text-muted">
        Loading the results…
      </p>
    ) : (
      <LoadFailed
        what="The results"
        error={error}
        sentence={adminProblem(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const results = [...data].sort((a, b) => Date.parse(a.paysFrom ?? '') - Date.parse(b.paysFrom ?? ''));
  return (
    <div className="flex flex-col gap-5">
      {done !== null && (
        <Objected key={done.key} resolution={done.resolution} onDismiss={() => setDone(null)} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">
          {results.length === 0
            ? 'No results'
            : results.length === 1
              ? '1 result'
              : `${results.length} results`}{' '}
          in the window
        </h2>
        <Button variant="secondary" size="small" disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          Refresh
        </Button>
      </div>
      {error !== null && !isFetching && (
        <Banner tone="warning">
          This could not be read again, so it may be out of date. {adminProblem(error)}
        </Banner>
      )}
      {results.length === 0 ? (
        <div className="rounded-card bg-sunk px-6 py-12 text-center">
          <p className="font-display text-title font-bold">Nothing to look at</p>
          <p className="mt-2 text-secondary text-muted">
            A result stands here from its approval until it is paid.
          </p>
        </div>
      ) : (
        <ul aria-label="Results in the window" className="grid gap-5">
          {results.map((resolution) => (
            <li key={resolution.id}>
              <GuardedResult resolution={resolution} now={now} onObject={() => setObjecting(resolution)} />
            </li>
          ))}
        </ul>
      )}
      {objecting !== null && (
        <ReasonDialog
          draftKey={`object ${objecting.id}`}
          title="Object to this result?"
          description={`${objecting.title}. ${resultWords(objecting)}. Nothing was paid yet. The market goes back to closed and waits for another result; after the objection of a second guardian it is void and every stake goes back.`}
          action="Object"
          pendingAction="Objecting…"
          send={(reason) =>
            callApi('objectToResult', { params: { id: String(objecting.id) }, body: { reason } })
          }
          onClose={() => setObjecting(null)}
          onDone={() => {
            setDone({ key: Date.now(), resolution: objecting });
            void queryClient.invalidateQueries({ queryKey: guardedQuery.queryKey });
          }}
        />
      )}
    </div>
  );
}

function Objected({ resolution, onDismiss }: { resolution: WireResolution; onDismiss: () => void }) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the dialog has given its focus back.
    const timer = setTimeout(() => banner.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Banner ref={banner} tone="success" title={`You objected to ${resolution.title}`} onDismiss={onDismiss}>
      This result is not paid. The admins see your reason.
    </Banner>
  );
}

function NotAGuardian() {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-title">This wallet is not a guardian</h2>
      <p className="mt-2 text-muted">
        Only guardians see results before they are paid. Use another wallet, or ask whoever runs the server to
        make this one a guardian.
      </p>
    </Card>
  );
}
