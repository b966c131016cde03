import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import { LoadFailed } from '../data/load-failed.tsx';
import { adminMarketsQuery } from '../data/queries.ts';
import { storedSession } from '../data/stored-session.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { t } from '../texts/t-admin.ts';
import { translated } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { filterAdminMarkets, STATUS_FILTERS } from './admin-markets.ts';
import { adminProblem, adminProblemTitle } from './admin-problem.ts';
import { BulkCloseDialog, BulkDeleteDialog } from './bulk-act-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResultBanner } from './bulk-result-banner.tsx';
import { DoneBanner } from './done-banner.tsx';
import { Labelled } from './labelled.tsx';
import type { MarketAct } from './market-acts.ts';
import { useMarketsFilter } from './markets-filter.ts';
import { MarketsTable } from './markets-table.tsx';
import { MONEY_COLUMNS } from './markets-table-columns.ts';
import type { ResultAct, ResultDone, ResultsRowProps } from './result-acts.ts';
import { ResultDialogs } from './result-dialogs.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { renewResults, resultsQuery, withResolution } from './results-query.ts';
import { useBulkMarkets } from './use-bulk-markets.ts';
import { useMarketSelection } from './use-market-selection.ts';

// The same in every language.
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clockTime = (at: number) => clock.format(at);

/** Markets that wait for a result, and the table of all markets with their exposure and bulk actions. */
export function MarketsTab() {
  // The dashboard remounts for another account.
  const [self] = useState(() => storedSession.read().user?.publicKey ?? null);
  const queryClient = useQueryClient();
  const [act, setAct] = useState<ResultAct | null>(null);
  const [done, setDone] = useState<(ResultDone & { key: number }) | null>(null);
  return (
    <div className="flex flex-col gap-5">
      {done !== null && (
        <DoneBanner key={done.key} title={done.title} onDismiss={() => setDone(null)}>
          {done.text}
        </DoneBanner>
      )}
      <ResultsPanel self={self} onAct={setAct} />
      <div>
        <MarketsOfServer self={self} onAct={setAct} />
      </div>
      {act !== null && (
        <ResultDialogs
          act={act}
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

function MarketsOfServer({ self, onAct }: ResultsRowProps) {
  // Bets may have come in since the last read.
  const query = useQuery({ ...adminMarketsQuery, refetchOnMount: 'always' });
  const { data, error, isPending, isFetching, isError, dataUpdatedAt, refetch } = query;
  if (isPending) return <MarketsLoading />;
  if (data === undefined) {
    return (
      <LoadFailed
        what={t('adminFrame.markets')}
        sentence={adminProblem(error)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <Markets all={data} self={self} onAct={onAct} />
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
          {t('adminMarkets.readAgain')}
        </button>
      </p>
    </>
  );
}

function Markets({ all, self, onAct: onEnd }: ResultsRowProps & { all: readonly WireAdminMarket[] }) {
  const now = useMinuteClock();
  const { search, status, setSearch, setStatus, showAll } = useMarketsFilter();
  // Typing stays quick while ten thousand rows are filtered.
  const appliedSearch = useDeferredValue(search);
  const shown = useMemo(
    () => filterAdminMarkets(all, { search: appliedSearch, status, now }),
    [all, appliedSearch, status, now],
  );

  const selection = useMarketSelection(self, { all, shown });
  const { chosen } = selection;
  const bulk = useBulkMarkets(self, { onDone: selection.clear });
  const { outcome, asked, askToClose } = bulk;
  const { error } = bulk.call;
  const onAct = useCallback(
    (act: MarketAct, market: WireAdminMarket) =>
      act === 'close' ? askToClose([market]) : onEnd({ kind: act, market }),
    [onEnd, askToClose],
  );
  const searchId = useId();
  const statusId = useId();

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Labelled id={searchId} label={t('finding.search')} className="min-w-56 flex-[1_1_16rem]">
          <input
            id={searchId}
            type="search"
            className="field"
            placeholder={t('adminMarkets.searchHint')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </Labelled>
        <Labelled id={statusId} label={t('adminAzuro.status')} className="w-48">
          <Select
            id={statusId}
            value={status}
            onValueChange={setStatus}
            options={STATUS_FILTERS.map((value) => ({ value, label: t(`adminMarkets.${value}`) }))}
          />
        </Labelled>
      </div>
      <BulkBar selection={selection} bulk={bulk} canRestore={status === 'archived'} />
      {outcome && <BulkResultBanner key={outcome.key} bulk={bulk} outcome={outcome} />}
      {error && asked === null && (
        <Banner
          tone="error"
          title={adminProblemTitle(error, t('adminBulk.nothingChanged'))}
          onDismiss={bulk.call.reset}
        >
          {adminProblem(error)}
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
            {t('adminResults.showAll', { figure: all.length })}
          </button>
        </Nothing>
      ) : (
        <>
          {status === 'attention' && <Flags markets={shown} />}
          <MarketsTable
            markets={shown}
            choice={`${appliedSearch} ${status}`}
            now={now}
            selection={selection}
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
                {MONEY_COLUMNS.map(({ id, meaning }) => (
                  <div key={id}>
                    <dt className="inline font-semibold text-ink">{t(`adminMarkets.${id}`)}: </dt>
                    <dd className="inline">{t(meaning)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </div>
        </>
      )}
      {asked === 'delete' && <BulkDeleteDialog bulk={bulk} markets={chosen} />}
      {asked !== null && asked !== 'delete' && <BulkCloseDialog bulk={bulk} markets={asked.close} />}
    </div>
  );
}

const FLAGS_SHOWN = 50;

/** The flags in full, which the table has no room for. */
function Flags({ markets }: { markets: readonly WireAdminMarket[] }) {
  return (
    <ul
      aria-label={t('adminMarkets.attention')}
      className="banner banner-warning max-h-60 flex-col overflow-y-auto"
    >
      {markets.slice(0, FLAGS_SHOWN).map(({ id, title, flag, flagReason }) => (
        <li key={id} className="text-secondary">
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
      <span className="text-muted">{t('controls.loading')}</span>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
