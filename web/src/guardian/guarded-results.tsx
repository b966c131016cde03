import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { cleanText } from '@tallystone/core/markets/clean-text';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { adminProblem } from '../admin/admin-problem.ts';
import { DoneBanner } from '../admin/done-banner.tsx';
import { ReasonDialog } from '../admin/reason-dialog.tsx';
import { resultWords } from '../admin/resolution-words.ts';
import { Unread } from '../admin/unread.tsx';
import { useRenewOnFocus } from '../admin/use-renew-on-focus.ts';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { serverClock } from '../data/server-clock.ts';
import { counted } from '../format/whole-number.ts';
import { useSecondClock } from '../markets/second-clock.ts';
import { t } from '../texts/t-admin.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { GuardedResult } from './guarded-result.tsx';

/** Approved results that aren't paid yet, by payment time, each with a button to object. */
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
    return <Unread query={query} what={t('guardian.resultsInWindow')} />;
  }
  const results = [...data].sort((a, b) => Date.parse(a.paysFrom ?? '') - Date.parse(b.paysFrom ?? ''));
  return (
    <div className="flex flex-col gap-5">
      {done !== null && (
        <DoneBanner
          key={done.key}
          title={t('guardian.objectedTo', { title: done.resolution.title })}
          onDismiss={() => setDone(null)}
        >
          {t(done.resolution.objections === 0 ? 'guardian.objectedMeans' : 'guardian.nowVoid')}
        </DoneBanner>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">{t('guardian.countInWindow', counted(results.length))}</h2>
        <Button variant="secondary" size="small" disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {t('markets.refresh')}
        </Button>
      </div>
      {error !== null && !isFetching && (
        <Banner tone="warning">
          {t('adminResults.notReadAgain')} {adminProblem(error)}
        </Banner>
      )}
      {results.length === 0 ? (
        <div className="rounded-card bg-sunk px-6 py-12 text-center">
          <p className="font-display text-title font-bold">{t('guardian.nothing')}</p>
        </div>
      ) : (
        <ul aria-label={t('guardian.resultsInWindow')} className="grid gap-5">
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
          title={t('guardian.objectTitle')}
          description={t(
            objecting.objections === 0 ? 'guardian.objectMeans' : 'guardian.secondObjectionMeans',
            { title: objecting.title, result: resultWords(objecting) },
          )}
          act={(reason) => ({
            kind: 'object',
            rehearsal: objecting.rehearsal,
            reason: cleanText(reason),
            isSecond: objecting.objections > 0,
          })}
          action={t('guardian.object')}
          send={(reason, signed) =>
            callApi('objectToResult', { params: { id: String(objecting.id) }, body: { reason, signed } })
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

function NotAGuardian() {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-title">{t('guardian.notGuardian')}</h2>
      <p className="mt-2 text-muted">{t('guardian.notGuardianMeans')}</p>
    </Card>
  );
}

/** How often to check for new results, in ms; the window is hours long. */
const LOOK_MS = 60_000;
/** Shortest time between two checks, in ms. */
const SOON_MS = 2000;

/** Approved results in their window. An open page shows new ones within a minute. */
const guardedQuery = queryOptions<WireResolution[]>({
  queryKey: ['/api/guardian/resolutions'],
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => nextLook(state.data, serverClock.now()),
});

function nextLook(results: readonly WireResolution[] | undefined, now: Date): number {
  const ends = (results ?? []).flatMap(({ paysFrom }) =>
    paysFrom === undefined ? [] : [Math.max(Date.parse(paysFrom) - now.getTime(), SOON_MS)],
  );
  return Math.min(LOOK_MS, ...ends);
}
