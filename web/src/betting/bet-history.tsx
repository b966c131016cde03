import { Download } from 'lucide-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'wouter';
import { ApiError } from '../data/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { BetReceipt } from './bet-receipt.tsx';
import { betsCsv } from './bets-csv.ts';
import { type BetFilter, type BetSort, parseBetFilter, parseBetSort, selectBets } from './select-bets.ts';
import type { BetList } from './use-bet-list.ts';

const FILTER_WORDS: Record<BetFilter, string> = {
  all: 'All bets',
  pending: 'Pending',
  confirmed: 'Confirmed',
  settled: 'Settled',
  failed: 'Failed',
};
const SORT_WORDS: Record<BetSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  stake: 'Largest stake',
  win: 'Largest potential win',
};

/** From here on rows out of sight are not laid out. */
const LONG_LIST = 100;

export interface BetHistoryProps {
  list: BetList;
  /** All bets of the user, also those not loaded; null while unknown. */
  totalBets: number | null;
  /** Placed with a practice wallet, which every receipt says. */
  isPractice: boolean;
}

/** Every bet of the user as a receipt, with filter and order in the address. */
export function BetHistory({ list, totalBets, isPractice }: BetHistoryProps) {
  const headingId = useId();
  const [search, setSearch] = useSearchParams();
  const filter = parseBetFilter(search.get('status'));
  const sort = parseBetSort(search.get('sort'));
  const { bets } = list;
  const selected = bets && selectBets(bets, { filter, sort });

  const choose = (name: 'status' | 'sort', value: string, initial: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === initial) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );

  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h2 id={headingId} className="text-h3">
          Betting History
        </h2>
        {bets !== null && bets.length > 0 && (
          <div className="flex flex-wrap items-end gap-3">
            <Choice
              label="Status"
              words={FILTER_WORDS}
              value={filter}
              onChoose={(value) => choose('status', value, 'all')}
            />
            <Choice
              label="Sort"
              words={SORT_WORDS}
              value={sort}
              onChoose={(value) => choose('sort', value, 'newest')}
            />
            <Button
              variant="secondary"
              disabled={selected === null || selected.length === 0}
              onClick={() => selected && download(betsCsv(selected))}
            >
              <Download aria-hidden="true" className="size-4" />
              Export CSV
            </Button>
          </div>
        )}
      </div>
      <div className="mt-5">
        {selected === null ? (
          list.error ? (
            <HistoryError error={list.error} onRetry={list.retry} />
          ) : (
            <HistoryLoading />
          )
        ) : bets?.length === 0 ? (
          <Card className="flex flex-col items-center px-5 py-12 text-center">
            <h3 className="text-title">No bets yet</h3>
            <p className="mt-1 text-muted">Your first bet will appear here as soon as it is placed.</p>
            <Button asChild className="mt-5">
              <Link href="/">Explore Markets</Link>
            </Button>
          </Card>
        ) : selected.length === 0 ? (
          <Card className="flex flex-col items-center px-5 py-10 text-center">
            <p className="text-muted">No bet here has the status "{FILTER_WORDS[filter]}".</p>
            <Button variant="secondary" className="mt-4" onClick={() => choose('status', 'all', 'all')}>
              Show all bets
            </Button>
          </Card>
        ) : (
          <ol className="grid gap-4 lg:grid-cols-2">
            {selected.map((bet) => (
              <li key={bet.id} className={selected.length > LONG_LIST ? 'bet-row' : undefined}>
                <BetReceipt bet={bet} isPractice={isPractice} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {bets !== null && list.showOlder && (
        <div className="mt-6 flex flex-col items-center gap-2 text-meta text-muted">
          <p>
            {totalBets !== null && totalBets > bets.length
              ? `${bets.length} of ${totalBets} bets are loaded.`
              : `The newest ${bets.length} bets are loaded.`}
          </p>
          <Button variant="secondary" disabled={list.loadingOlder} onClick={list.showOlder}>
            {list.loadingOlder ? 'Loading older bets' : 'Show older bets'}
          </Button>
          {list.olderFailed && <p role="alert">The older bets could not be loaded. Try again.</p>}
        </div>
      )}
    </section>
  );
}

function Choice<T extends string>({
  label,
  words,
  value,
  onChoose,
}: {
  label: string;
  words: Record<T, string>;
  value: T;
  onChoose: (value: string) => void;
}) {
  return (
    <label className="text-small text-muted">
      {label}
      <select
        className="field mt-1 block text-secondary"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {Object.entries<string>(words).map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

function HistoryLoading() {
  return (
    <div>
      <p role="status" className="text-muted">
        Loading your bets
      </p>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-40" />
        ))}
      </div>
    </div>
  );
}

function HistoryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Card role="alert" className="px-5 py-10 text-center">
      <h3 className="text-title">Your bets could not be loaded</h3>
      <p className="mt-1 text-muted">
        Your bets and your money are unchanged. Check your connection and try again.
      </p>
      <Button className="mt-5" onClick={onRetry}>
        Try Again
      </Button>
      <details className="mt-4 text-meta text-muted">
        <summary>Details</summary>
        <p className="mt-2 font-mono break-words">
          {error.message}
          {error instanceof ApiError && error.requestId && `, request ${error.requestId}`}
        </p>
      </details>
    </Card>
  );
}

function download(csv: string): void {
  // The mark in front tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `bets-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
