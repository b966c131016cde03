import type {
  WireChainPayouts,
  WireResolution,
  WireResultsQueue,
} from '@tallystone/core/http-api/settlement';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { exactDollars } from '../format/dollars.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { adminProblem } from './admin-problem.ts';
import { betCount } from './bet-count.ts';
import type { ResultsRowProps } from './result-acts.ts';
import { ResultsChange } from './results-change.tsx';
import { renewResults, resultsQuery, sortWaiting } from './results-query.ts';
import { ResultsResolution } from './results-resolution.tsx';
import { ResultsWaiting } from './results-waiting.tsx';
import { useRenewOnFocus } from './use-renew-on-focus.ts';

/** Rows shown in each list before "show all". */
const SHOWN = 5;

/** Everything that waits for an admin: missing results, proposals to approve, payments under way. */
export function ResultsPanel(props: ResultsRowProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const { data, error, isError, isFetching, refetch } = useQuery(resultsQuery);
  useRenewOnFocus(refetch);

  // A market that was just paid has changed in the table too.
  const underWay = (data?.resolutions ?? []).filter(isUnderWay).map((each) => each.id);
  const known = useRef(underWay);
  useEffect(() => {
    const ended = known.current.some((each) => !underWay.includes(each));
    known.current = underWay;
    if (ended) renewResults(queryClient);
  });

  // After a failed read, something done before it may be missing in the table.
  const failed = useRef(false);
  useEffect(() => {
    if (isError) failed.current = true;
    else if (failed.current && !isFetching) {
      failed.current = false;
      renewResults(queryClient);
    }
  }, [isError, isFetching, queryClient]);

  const waits = data === undefined ? 0 : countWaits(data);
  return (
    <section aria-labelledby={id} className="card px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-title">
          {t('adminResults.heading')}
        </h2>
        {waits > 0 && <Badge variant="practice">{waits}</Badge>}
        {/* On its own line on a phone. */}
        <p
          role="status"
          className="flex-1 text-meta text-muted max-sm:order-last max-sm:basis-full max-sm:empty:hidden"
        >
          {data === undefined && error === null && t('controls.loading')}
          {data !== undefined && waits === 0 && t('adminResults.nothingWaits')}
        </p>
        <Button
          variant="ghost"
          size="small"
          className="max-sm:ml-auto"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          <RefreshCw aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{t('markets.refresh')}</span>
        </Button>
      </div>
      {error !== null && !isFetching && (
        <Banner tone="warning" className="mt-2 mb-1">
          {data === undefined ? t('adminResults.notRead') : t('adminResults.notReadAgain')}{' '}
          {adminProblem(error)}
        </Banner>
      )}
      {data !== undefined && <Queue queue={data} {...props} />}
    </section>
  );
}

function Queue({ queue, ...row }: ResultsRowProps & { queue: WireResultsQueue }) {
  const { changes, resolutions, payouts } = queue;
  const waiting = sortWaiting(queue.waiting);
  const toApprove = resolutions.filter(({ stage }) => stage === 'approval');
  const underWay = resolutions.filter(({ stage }) => stage === 'window' || stage === 'paying');
  const latest = resolutions.filter((each) => !isUnderWay(each));
  const rowOf = (resolution: WireResolution) => (
    <ResultsResolution key={resolution.id} resolution={resolution} {...row} />
  );
  return (
    <>
      {waiting.length > 0 && (
        <Rows label={t('adminResults.withoutResult')}>
          {waiting.map((market) => (
            <ResultsWaiting key={market.id} market={market} onAct={row.onAct} />
          ))}
        </Rows>
      )}
      {(toApprove.length > 0 || changes.length > 0) && (
        <Group title={t('adminFrame.waitsTitle')} count={toApprove.length + changes.length}>
          <Rows label={t('adminFrame.waitsTitle')}>
            {[
              ...toApprove.map(rowOf),
              ...changes.map((change) => <ResultsChange key={change.id} change={change} {...row} />),
            ]}
          </Rows>
        </Group>
      )}
      {underWay.length > 0 && (
        <Group title={t('adminResults.beingPaidOut')} count={underWay.length}>
          <Rows label={t('adminResults.beingPaidOut')}>{underWay.map(rowOf)}</Rows>
        </Group>
      )}
      {payouts !== undefined && (payouts.bets > 0 || payouts.setAside.length > 0) && (
        <Group title={t('adminResults.payouts')} count={payouts.bets}>
          <ResultsPayouts payouts={payouts} />
        </Group>
      )}
      {latest.length > 0 && (
        <details className="mt-1 border-t border-line pt-1">
          <summary className="min-h-8 py-1 text-secondary font-semibold">
            {t('adminResults.latest')} ({wholeNumber(latest.length)})
          </summary>
          <Rows label={t('adminResults.latest')}>{latest.map(rowOf)}</Rows>
        </details>
      )}
    </>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-2 border-t border-line pt-3">
      <h3 id={id} className="text-secondary font-semibold">
        {title} <span className="font-normal text-muted">({count})</span>
      </h3>
      {children}
    </section>
  );
}

/** The first few rows, with a button for all. */
function Rows({ label, children }: { label: string; children: readonly ReactNode[] }) {
  const [showAll, setShowAll] = useState(false);
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {showAll ? children : children.slice(0, SHOWN)}
      </ul>
      {children.length > SHOWN && (
        <button
          type="button"
          className="text-link min-h-11 text-meta"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll
            ? t('card.showFewer')
            : t('adminResults.showAll', { figure: wholeNumber(children.length) })}
        </button>
      )}
    </>
  );
}

function isUnderWay({ stage }: WireResolution): boolean {
  return stage === 'approval' || stage === 'window' || stage === 'paying';
}

function countWaits({ waiting, resolutions, changes }: WireResultsQueue): number {
  return waiting.length + changes.length + resolutions.filter(({ stage }) => stage === 'approval').length;
}

/** What the contract still has to pay for settled bets, and payouts that the token refused. */
function ResultsPayouts({ payouts }: { payouts: WireChainPayouts }) {
  const { bets, amount, stuck, setAside } = payouts;
  return (
    <div className="grid gap-2 py-2">
      {bets > 0 && (
        <p className="text-secondary">
          {t('adminResults.payoutsUnderWay', { bets: betCount(bets), amount: exactDollars(amount) })}
        </p>
      )}
      {stuck > 0 && (
        <p className="text-secondary font-semibold text-warning">
          {t('adminResults.payoutsStuck', { bets: betCount(stuck) })}
        </p>
      )}
      {setAside.length > 0 && (
        <>
          <p className="text-secondary">{t('adminResults.setAside')}</p>
          <ul aria-label={t('adminResults.setAsideOf')} className="divide-y divide-line">
            {setAside.map(({ wallet, bets: count, amount: kept }) => (
              <li key={wallet} className="flex justify-between gap-4 py-1 text-meta">
                <span title={wallet}>{shortenAddress(wallet)}</span>
                <span>{t('adminEnding.paidFor', { bets: betCount(count), amount: exactDollars(kept) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
