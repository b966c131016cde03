import type { WireAzuroData, WireImportResult } from '@tallystone/core/http-api/azuro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { adminMarketsQuery, azuroQuery, marketsQuery } from '../data/queries.ts';
import { Moment } from '../format/moment.tsx';
import { counted, wholeNumber } from '../format/whole-number.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { toast, toastFailure } from '../ui/toast-store.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { adminProblem, adminProblemTitle } from './admin-problem.ts';
import { AzuroConnection } from './azuro-connection.tsx';
import { AzuroFilters } from './azuro-filters.tsx';
import { AzuroGameList } from './azuro-game-list.tsx';
import { filterGames, NO_FILTER, orderGames, whyNotChosen } from './azuro-games.ts';
import { AzuroImportResult } from './azuro-import-result.tsx';
import { addGames, keepChoosable, MOST_GAMES, NO_GAMES, toggleGame, toggleRange } from './azuro-selection.ts';
import { StatCard } from './stat-card.tsx';
import { Unread } from './unread.tsx';
import { useLoneMutation } from './use-lone-mutation.ts';

/** The feed's games: how fresh they are, and which to import as markets. */
export function AzuroTab() {
  // The server's copy is at most a minute old; the browser's may be an hour old.
  const query = useQuery({ ...azuroQuery, refetchOnMount: 'always' });
  if (query.data === undefined) {
    return <Unread query={query} what={t('adminFrame.azuroProtocol')} />;
  }
  return <Games data={query.data} />;
}

function Games({ data }: { data: WireAzuroData }) {
  const sync = useSyncAzuro();
  const neverRead = data.syncedAt === null;
  // Until the first read no figure is known.
  const figure = (count: number) => (neverRead ? t('adminAzuro.unknown') : wholeNumber(count));
  return (
    <div className="grid gap-6">
      <h2 className="sr-only">{t('adminFrame.azuroProtocol')}</h2>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <AzuroConnection data={data} />
        <Button
          variant="secondary"
          disabled={sync.isPending}
          aria-busy={sync.isPending}
          onClick={() => sync.mutate()}
        >
          <RefreshCw aria-hidden="true" className={classNames('size-4', sync.isPending && 'spin')} />
          {t('adminAzuro.syncNow')}
        </Button>
      </div>
      {data.problem !== undefined && (
        <Banner tone="warning" title={t('adminAzuro.notRead')}>
          {translated(data.problem, data.problemReason)}
          {!neverRead && ` ${t('adminAzuro.fromBefore')}`}
        </Banner>
      )}
      {/* On a phone two of the labels wrap to two lines. */}
      <dl className="grid grid-cols-3 gap-3 max-sm:[&_dt]:min-h-10">
        <StatCard label={t('adminAzuro.liveGames')} value={figure(data.live)} />
        <StatCard label={t('adminAzuro.sportsAvailable')} value={figure(data.sports.length)} />
        <StatCard label={t('adminAzuro.upcomingEvents')} value={figure(data.upcoming)} />
      </dl>
      {data.games.length === 0 ? (
        <div className="notice-card">
          <h3 className="text-title">{t('adminAzuro.noMarkets')}</h3>
          <Button className="mt-5" disabled={sync.isPending} onClick={() => sync.mutate()}>
            {t('adminAzuro.refreshData')}
          </Button>
        </div>
      ) : (
        <GamesToImport data={data} />
      )}
      <AzuroDrops data={data} />
    </div>
  );
}

function GamesToImport({ data }: { data: WireAzuroData }) {
  const now = useMinuteClock();
  const [filter, setFilter] = useState(NO_FILTER);
  const [selection, setSelection] = useState(NO_GAMES);
  const [result, setResult] = useState<WireImportResult | null>(null);
  const section = useRef<HTMLElement>(null);
  const resultPlace = useRef<HTMLDivElement>(null);
  const importing = useImportGames({
    onDone: (done) => {
      setSelection(NO_GAMES);
      setResult(done);
    },
  });
  // The pressed button is disabled now, so focus moves on to the result.
  useEffect(() => {
    if (result !== null) resultPlace.current?.focus();
  }, [result]);

  const dismiss = () => {
    setResult(null);
    section.current?.focus();
  };

  const used = useDeferredValue(filter);
  const games = useMemo(() => orderGames(data.games, now), [data.games, now]);
  const shown = useMemo(() => filterGames(games, used), [games, used]);
  const choosable = useMemo(() => idsToChoose(shown, now), [shown, now]);
  const chosen = useMemo(() => {
    const all = idsToChoose(games, now);
    return new Set(keepChoosable(selection, new Set(all)));
  }, [games, selection, now]);
  const outOfView = chosen.size - choosable.filter((id) => chosen.has(id)).length;

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('adminAzuro.gamesToImport')}
      className="grid gap-4 outline-none"
    >
      <AzuroFilters filter={filter} onChange={setFilter} sports={data.sports} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="text-meta">
          <span className="font-semibold">
            {shown.length === data.games.length
              ? t('adminAzuro.games', counted(shown.length))
              : t('adminAzuro.gamesMatch', { shown: shown.length, figure: wholeNumber(data.games.length) })}
          </span>
          {choosable.length < shown.length &&
            ` · ${t('adminAzuro.importable', { figure: wholeNumber(choosable.length) })}`}
          {chosen.size > 0 && ` · ${t('adminBulk.selected', { figure: wholeNumber(chosen.size) })}`}
          {outOfView > 0 && ` · ${t('adminBulk.notShown', { figure: wholeNumber(outOfView) })}`}
          <span className="text-muted"> · {t('adminAzuro.atMost', { figure: wholeNumber(MOST_GAMES) })}</span>
          {selection.refused > 0 && (
            <span className="font-semibold text-warning">
              {' · '}
              {t('adminAzuro.didNotFit', counted(selection.refused))}
            </span>
          )}
        </p>
        <div className="flex flex-wrap gap-3">
          {chosen.size > 0 && (
            <Button variant="ghost" size="small" onClick={() => setSelection(NO_GAMES)}>
              {t('adminFrame.clearSelection')}
            </Button>
          )}
          <Button
            variant="secondary"
            size="small"
            disabled={choosable.length === 0}
            onClick={() => setSelection(addGames(selection, choosable))}
          >
            {t('adminAzuro.selectAll', { figure: choosable.length })}
          </Button>
          <Button
            size="small"
            disabled={chosen.size === 0 || importing.isPending}
            aria-busy={importing.isPending}
            onClick={() => {
              setResult(null);
              importing.mutate([...chosen]);
            }}
          >
            {t('adminAzuro.import', { figure: chosen.size })}
          </Button>
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{importing.isPending && t('adminFrame.sending')}</span>
      </VisuallyHidden>
      {result !== null && (
        <div ref={resultPlace} tabIndex={-1} className="outline-none">
          <AzuroImportResult result={result} games={data.games} onDismiss={dismiss} />
        </div>
      )}
      {importing.error && (
        <Banner
          tone="error"
          title={adminProblemTitle(importing.error, t('adminAzuro.importFailed'))}
          onDismiss={() => {
            importing.reset();
            section.current?.focus();
          }}
        >
          {importProblem(importing.error)}
        </Banner>
      )}
      {shown.length === 0 ? (
        <div className="notice-card">
          <p className="text-muted">{t('adminAzuro.noneFits')}</p>
          <Button variant="secondary" className="mt-4" onClick={() => setFilter(NO_FILTER)}>
            {t('adminAzuro.showAll')}
          </Button>
        </div>
      ) : (
        <AzuroGameList
          // A new filter starts a new list at the top.
          key={JSON.stringify(used)}
          games={shown}
          selected={chosen}
          now={now}
          onToggle={(id, { range }) =>
            setSelection((before) =>
              range ? toggleRange(before, { id, choosable }) : toggleGame(before, id),
            )
          }
        />
      )}
    </section>
  );
}

function idsToChoose(games: WireAzuroData['games'], now: Date): string[] {
  return games.filter((game) => whyNotChosen(game, now) === null).map(({ id }) => id);
}

/** Makes the server read the feed now, then rereads its games; after a failure they say why it failed. */
function useSyncAzuro() {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: () => callApi('syncAzuro'),
    onSuccess: ({ games }) =>
      toast({ title: t('adminAzuro.wasRead'), description: t('adminAzuro.games', counted(games)) }),
    onError: (error) => toastFailure(t('adminAzuro.notRead'), adminProblem(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: azuroQuery.queryKey }),
  });
}

/** Imports the feed's games, reports the result, and rereads markets and games. */
function useImportGames({ onDone }: { onDone: (result: WireImportResult) => void }) {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: (gameIds: string[]) => callApi('importGames', { body: { gameIds } }),
    onSuccess: (result) => {
      toast(toastOf(result));
      onDone(result);
      for (const { queryKey } of [marketsQuery, azuroQuery, adminMarketsQuery]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => toastFailure(t('adminAzuro.importFailed'), importProblem(error)),
  });
}

/** Why an import failed, in one sentence. */
function importProblem(error: Error): string {
  return adminProblem(error) || t('adminAzuro.importFailedWhy');
}

/** An older server may answer without the counts. */
function toastOf({ imported, skipped }: Partial<WireImportResult>) {
  if (typeof imported !== 'number') return { title: t('adminAzuro.importComplete') };
  return {
    title: t('adminAzuro.imported', { figure: imported }),
    ...(skipped !== undefined &&
      skipped > 0 && { description: t('adminAzuro.wereSkipped', { figure: skipped }) }),
  };
}

/** The parts of the feed's answers that were invalid and left out. */
function AzuroDrops({ data }: { data: WireAzuroData }) {
  if (data.dropped === 0) return null;
  return (
    <details className="text-meta">
      <summary className="min-h-6 font-semibold">{t('adminAzuro.leftOut', counted(data.dropped))}</summary>
      <ScrollBox aria-label={t('adminAzuro.leftOut', counted(data.dropped))} className="mt-2 max-h-60">
        <ul className="grid gap-1.5">
          {data.drops.map(({ at, what, why }) => (
            <li key={`${at} ${what} ${why}`}>
              <Moment iso={at} className="text-muted" /> <span className="font-semibold">{what}</span>: {why}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </details>
  );
}
