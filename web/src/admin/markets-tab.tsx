import type { BulkAction, WireAdminMarket } from '@tallystone/core/http-api';
import type { SignedAct } from '@tallystone/core/identity/act-message';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { adminMarketsQuery, configQuery } from '../data/queries.ts';
import { storedSession } from '../data/stored-session.ts';
import { useSignAct } from '../identity/use-sign-act.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { filterAdminMarkets, STATUS_FILTERS } from './admin-markets.ts';
import { adminProblem, adminProblemTitle } from './admin-problem.ts';
import { oppositeOf } from './bulk-actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkCloseDialog } from './bulk-close-dialog.tsx';
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx';
import { type BulkOutcome, BulkResultBanner } from './bulk-result-banner.tsx';
import { LoadFailed } from './load-failed.tsx';
import type { MarketAct } from './market-acts.ts';
import { useMarketsFilter } from './markets-filter.ts';
import { forgetSelection, keepSelection, keptSelection } from './markets-kept-selection.ts';
import { MarketsTable } from './markets-table.tsx';
import { MONEY_COLUMNS } from './markets-table-columns.ts';
import type { ResultAct, ResultDone } from './result-acts.ts';
import { ResultDialogs } from './result-dialogs.tsx';
import { ResultsDone, ResultsPanel } from './results-panel.tsx';
import { renewResults, resultsQuery, withResolution } from './results-query.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

const START_OF_TIME = new Date(0);
// Read the same in every language.
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clockTime = (at: number) => clock.format(at);

/** What waits for a result, every market with what the house owes on it, and what can be done to one or to many. */
export function MarketsTab() {
  // The dashboard is another one for another account.
  const [self] = useState(() => storedSession.read().user?.publicKey ?? null);
  const mode = useQuery(configQuery).data?.mode;
  const queryClient = useQueryClient();
  const [act, setAct] = useState<ResultAct | null>(null);
  const [done, setDone] = useState<(ResultDone & { key: number }) | null>(null);
  return (
    <div className="flex flex-col gap-5">
      {done !== null && <ResultsDone key={done.key} done={done} onDismiss={() => setDone(null)} />}
      <ResultsPanel self={self} mode={mode} onAct={setAct} />
      <div>
        <MarketsOfServer onAct={setAct} />
      </div>
      {act !== null && (
        <ResultDialogs
          act={act}
          mode={mode}
          onClose={() => setAct(null)}
          onDone={(what) => {
            setDone({ ...what, key: Date.now() });
            const { resolution } = what;
            if (resolution !== undefined) {
              queryClient.setQueryData(
                resultsQuery.queryKey,
                (queue) => queue && withResolution(queue, resolution),
              );
            }
            renewResults(queryClient);
          }}
        />
      )}
    </div>
  );
}

function MarketsOfServer({ onAct }: { onAct: (act: ResultAct) => void }) {
  // Bets have come in since they were read last.
  const query = useQuery({ ...adminMarketsQuery, refetchOnMount: 'always' });
  const { data, error, isPending, isFetching, isError, dataUpdatedAt, refetch } = query;
  if (isPending) return <MarketsLoading />;
  if (data === undefined) {
    return <LoadFailed what={t('adminMarkets.theMarkets')} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <Markets all={data} onEnd={onAct} />
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-meta text-muted">
        <span role="status">
          {isError && !isFetching
            ? t('adminMarkets.figuresOfBefore', { time: clockTime(dataUpdatedAt) })
            : t('adminMarkets.figuresOf', { time: clockTime(dataUpdatedAt) })}
        </span>
        <button
          type="button"
          className="text-link min-h-11"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? t('adminMarkets.reading') : t('adminMarkets.readAgain')}
        </button>
      </p>
    </>
  );
}

interface BulkCall {
  ids: string[];
  action: BulkAction;
  isUndo: boolean;
  /** What the wallet signs first. */
  act?: SignedAct;
}

/** A call for what has no way back. */
function signedCall(action: 'close' | 'delete', markets: readonly WireAdminMarket[]): BulkCall {
  const act = { kind: action === 'close' ? 'close-now' : 'delete', markets } as const;
  return { ids: markets.map(({ id }) => id), action, isUndo: false, act };
}

function Markets({ all, onEnd }: { all: readonly WireAdminMarket[]; onEnd: (act: ResultAct) => void }) {
  const now = useMinuteClock();
  const { search, status, setSearch, setStatus, showAll } = useMarketsFilter();
  // Typing stays quick while ten thousand rows are sieved.
  const sought = useDeferredValue(search);
  // Only a status can change with the clock: without one, the minute does not have everything sieved again.
  const at = status === 'all' || status === 'attention' ? START_OF_TIME : now;
  const shown = useMemo(
    () => filterAdminMarkets(all, { search: sought, status, now: at }),
    [all, sought, status, at],
  );

  const queryClient = useQueryClient();
  // The dashboard is another one for another account.
  const [owner] = useState(() => storedSession.read().user?.publicKey ?? null);
  const [selected, setSelected] = useState(() => keptSelection(queryClient, owner));
  useEffect(() => forgetSelection(queryClient), [queryClient]);
  const onToggle = useCallback((id: string, on: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const onToggleAll = (on: boolean) =>
    setSelected((before) => {
      const after = new Set(before);
      for (const { id } of shown) {
        if (on) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  // What is no longer on the list is not acted on.
  const chosen = useMemo(() => all.filter(({ id }) => selected.has(id)), [all, selected]);
  const hidden = useMemo(() => {
    const inList = new Set(shown.map(({ id }) => id));
    return chosen.filter(({ id }) => !inList.has(id)).length;
  }, [chosen, shown]);

  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const [deleting, setDeleting] = useState(false);
  const [closing, setClosing] = useState<readonly WireAdminMarket[] | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const signer = useSignAct();
  const bulk = useLoneMutation({
    mutationFn: async ({ ids, action, act }: BulkCall) => {
      const signed = act === undefined ? undefined : await signer.sign(act);
      return callApi('bulkMarkets', {
        body: { ids, action, ...(action === 'delete' && { count: ids.length }), signed },
      });
    },
    onMutate: () => setOutcome(null),
    onError: (error, { ids, isUndo }) => {
      // The table goes away with the session.
      if (error instanceof ApiError && error.status === 401 && owner !== null && !isUndo) {
        keepSelection(queryClient, { owner, ids });
      }
    },
    onSuccess: (answer, { action, isUndo }) => {
      setDeleting(false);
      setClosing(null);
      setSelected(new Set());
      setOutcome({
        key: Date.now(),
        action,
        result: answer,
        undo: isUndo ? null : oppositeOf(action),
      });
      // Not waited for: what was done can be taken back before thousands of rows are read again.
      renewResults(queryClient);
    },
  });
  const giveUpSigning = () => {
    if (!signer.isSigning) return;
    signer.cancel();
    // Who has given up need not be told that nothing was done.
    bulk.reset();
  };
  // The button that was pressed is no longer there for focus to stay on.
  useEffect(() => {
    if (outcome !== null) result.current?.focus({ preventScroll: true });
  }, [outcome]);

  const apply = (action: BulkAction) => {
    bulk.reset();
    if (action === 'delete') setDeleting(true);
    else if (action === 'close') setClosing(chosen);
    else bulk.mutate({ ids: chosen.map(({ id }) => id), action, isUndo: false });
  };
  const { reset } = bulk;
  const onAct = useCallback(
    (act: MarketAct, market: WireAdminMarket) => {
      if (act !== 'close') return onEnd({ kind: act, market });
      reset();
      setClosing([market]);
    },
    [onEnd, reset],
  );
  const searchId = useId();
  const statusId = useId();

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-[1_1_16rem]">
          <label htmlFor={searchId} className="mb-1 block text-meta font-semibold">
            {t('adminMarkets.search')}
          </label>
          <input
            id={searchId}
            type="search"
            className="field"
            placeholder={t('adminMarkets.searchHint')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        <div className="w-48">
          <label htmlFor={statusId} className="mb-1 block text-meta font-semibold">
            {t('adminMarkets.status')}
          </label>
          <Select
            id={statusId}
            value={status}
            onValueChange={setStatus}
            options={STATUS_FILTERS.map((value) => ({ value, label: t(`adminMarkets.${value}`) }))}
          />
        </div>
      </div>
      <BulkBar
        selected={chosen.length}
        hidden={hidden}
        canRestore={status === 'archived'}
        pending={bulk.isPending}
        onApply={apply}
        onClear={() => setSelected(new Set())}
      />
      {outcome && (
        <BulkResultBanner
          key={outcome.key}
          ref={result}
          outcome={outcome}
          onUndo={() => {
            if (outcome.undo === null) return;
            bulk.mutate({ ids: outcome.result.done, action: outcome.undo, isUndo: true });
          }}
          onDismiss={() => setOutcome(null)}
        />
      )}
      {bulk.error && !deleting && closing === null && (
        <Banner
          tone="error"
          title={adminProblemTitle(bulk.error, t('adminBulk.nothingChanged'))}
          onDismiss={() => bulk.reset()}
        >
          {adminProblem(bulk.error)}
        </Banner>
      )}
      {all.length === 0 ? (
        <Nothing title={t('adminMarkets.nothingYet')}>{t('adminMarkets.nothingYetWhy')}</Nothing>
      ) : shown.length === 0 ? (
        <Nothing
          title={
            status === 'attention' && search.trim() === ''
              ? t('adminMarkets.nothingNeeds')
              : t('adminMarkets.noMatch')
          }
        >
          <button type="button" className="text-link min-h-11" onClick={showAll}>
            {t('adminMarkets.showAll', { figure: all.length })}
          </button>
        </Nothing>
      ) : (
        <>
          {status === 'attention' && <Flags markets={shown} />}
          <MarketsTable
            markets={shown}
            choice={`${sought} ${status}`}
            now={now}
            selected={selected}
            onToggle={onToggle}
            onToggleAll={onToggleAll}
            onAct={onAct}
          />
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 text-meta text-muted">
            <p>
              {shown.length === all.length
                ? t('adminMarkets.count', { count: all.length, figure: all.length })
                : t('adminMarkets.countOf', { shown: shown.length, all: all.length })}
              {t('adminMarkets.amountsInUsdc')}
            </p>
            <details className="max-w-prose">
              <summary className="min-h-6 font-semibold">{t('adminMarkets.amountsMean')}</summary>
              <dl className="mt-2 flex flex-col gap-1.5">
                {MONEY_COLUMNS.map(({ id, label, meaning }) => (
                  <div key={id}>
                    <dt className="inline font-semibold text-ink">{t(label)}: </dt>
                    <dd className="inline">{t(meaning)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </div>
        </>
      )}
      {closing !== null && (
        <BulkCloseDialog
          markets={closing}
          pending={bulk.isPending}
          isSigning={signer.isSigning}
          problem={bulk.error ? adminProblem(bulk.error) : null}
          onClose={() => {
            giveUpSigning();
            setClosing(null);
          }}
          onConfirm={() => bulk.mutate(signedCall('close', closing))}
        />
      )}
      {deleting && (
        <BulkDeleteDialog
          open
          markets={chosen}
          pending={bulk.isPending}
          isSigning={signer.isSigning}
          problem={bulk.error ? adminProblem(bulk.error) : null}
          onOpenChange={(open) => {
            if (!open) giveUpSigning();
            setDeleting(open);
          }}
          onDelete={() => bulk.mutate(signedCall('delete', chosen))}
        />
      )}
    </div>
  );
}

const FLAGS_SHOWN = 50;

/** What the table has no room for: each whole sentence. */
function Flags({ markets }: { markets: readonly WireAdminMarket[] }) {
  return (
    <ul
      aria-label={t('adminMarkets.whatNeedsAttention')}
      className="banner banner-warning max-h-60 flex-col overflow-y-auto"
    >
      {markets.slice(0, FLAGS_SHOWN).map(({ id, title, flag, flagReason }) => (
        <li key={id} className="text-secondary break-words">
          <b className="font-semibold">{title}:</b> {translated(flag, flagReason)}
        </li>
      ))}
    </ul>
  );
}

function Nothing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-card bg-sunk px-6 py-12 text-center">
      <h2 className="text-title">{title}</h2>
      <div className="mt-2 text-secondary text-muted">{children}</div>
    </div>
  );
}

function MarketsLoading() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="text-muted">{t('adminMarkets.loading')}</span>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
