import type { WireBet } from '@tallystone/core/http-api/betting';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { LoadFailed } from '../data/load-failed.tsx';
import { type TextKey, t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/card.tsx';
import { LongList } from '../ui/long-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { BetReceipt } from './bet-receipt.tsx';
import { RESULT_WORDS } from './bet-result.tsx';
import { betsCsv, readAllBets } from './bets-csv.ts';
import { ExportButton } from './export-button.tsx';
import { useFirstBets } from './first-bets.tsx';
import { LaterReceiptDialog } from './later-receipt-dialog.tsx';
import {
  type BetChoice,
  type BetFilter,
  type BetSort,
  type CategoryFilter,
  parseBetChoice,
  selectBets,
} from './select-bets.ts';
import type { BetList } from './use-bet-list.ts';

const FILTER_WORDS: Record<BetFilter, TextKey> = {
  all: 'history.all',
  open: 'history.open',
  ...RESULT_WORDS,
};
const SORT_WORDS: Record<BetSort, TextKey> = {
  newest: 'history.newest',
  oldest: 'history.oldest',
  stake: 'history.largestStake',
  win: 'history.largestWin',
  profit: 'history.largestProfit',
};

/** What each field of the choice is called in the URL. */
const PARAMS = {
  filter: 'show',
  category: 'category',
  sort: 'sort',
  search: 'q',
  from: 'from',
  to: 'to',
} as const satisfies Record<keyof BetChoice, string>;

/** Not in the URL, because they restrict nothing. */
const DEFAULTS: readonly string[] = ['', 'all', 'newest'];

export interface BetHistoryProps {
  list: BetList;
  /** The count of all the bettor's bets, including those not loaded; null while unknown. */
  totalBets: number | null;
  /** Whether the bettor has combos, which the list doesn't have; null while unknown. */
  hasCombos: boolean | null;
  /** The bets were placed with a practice wallet; every receipt says so. */
  isPractice: boolean;
}

/** The bettor's bets as receipts. Filters and sort order are kept in the URL. */
export function BetHistory({ list, totalBets, hasCombos, isPractice }: BetHistoryProps) {
  const headingId = useId();
  const [search, setSearch] = useSearchParams();
  const [receiptOf, setReceiptOf] = useState<WireBet | null>(null);
  const { bets } = list;
  const choice = parseBetChoice(search, bets ?? []);
  const selected = bets && selectBets(bets, choice);
  const { shown, shownAll, button } = useFirstBets(selected);

  const change = (changed: Partial<Record<keyof BetChoice, string>>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [field, value] of Object.entries(changed) as [keyof BetChoice, string][]) {
          if (DEFAULTS.includes(value)) next.delete(PARAMS[field]);
          else next.set(PARAMS[field], value);
        }
        return next;
      },
      { replace: true },
    );

  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h2 id={headingId} className="text-h3">
          {t('history.title')}
        </h2>
        {bets !== null && (bets.length > 0 || hasCombos) && (
          <ExportButton fileName="bets" read={async () => betsCsv(await readAllBets())} />
        )}
      </div>
      {bets !== null && bets.length > 0 && <Choices bets={bets} choice={choice} onChange={change} />}
      <div className="mt-5">
        {selected === null || shown === null ? (
          list.error ? (
            <LoadFailed what={t('history.title')} error={list.error} onRetry={list.retry} />
          ) : (
            <HistoryLoading />
          )
        ) : bets?.length === 0 && hasCombos === null ? (
          <HistoryLoading />
        ) : bets?.length === 0 && hasCombos ? (
          <Card className="p-5 text-muted">{t('history.onlyCombos')}</Card>
        ) : bets?.length === 0 ? (
          <Card className="flex flex-col items-center px-5 py-12 text-center">
            <h3 className="text-title">{t('history.none')}</h3>
            <Link href="/" className={buttonClass({ className: 'mt-5' })}>
              {t('history.explore')}
            </Link>
          </Card>
        ) : selected.length === 0 ? (
          <Card className="flex flex-col items-center px-5 py-10 text-center">
            <p className="text-muted">
              {list.showOlder ? t('history.noneLoadedLike') : t('history.noneLike')}
            </p>
            <Button
              variant="secondary"
              className="mt-4"
              onClick={() => change({ filter: 'all', category: 'all', search: '', from: '', to: '' })}
            >
              {t('history.showAll')}
            </Button>
          </Card>
        ) : (
          <LongList
            items={shown}
            className="grid grid-cols-1 gap-4"
            pieceClass="lg:grid-cols-2 [contain-intrinsic-block-size:auto_calc(var(--items)*15rem)] lg:[contain-intrinsic-block-size:auto_calc(var(--items)*7.5rem)]"
          >
            {(bet) => (
              // biome-ignore lint/a11y/useSemanticElements: the list is no `ul`
              <div role="listitem">
                <BetReceipt bet={bet} isPractice={isPractice} onReceipt={setReceiptOf} />
              </div>
            )}
          </LongList>
        )}
        {button}
      </div>
      {bets !== null && list.showOlder && (shownAll || selected?.length === 0) && (
        <div className="mt-6 flex flex-col items-center gap-2 text-meta text-muted">
          <p>
            {totalBets !== null && totalBets > bets.length
              ? t('history.loadedOf', { loaded: bets.length, total: totalBets })
              : t('history.newestLoaded', { loaded: bets.length })}
          </p>
          <Button variant="secondary" disabled={list.loadingOlder} onClick={list.showOlder}>
            {list.loadingOlder ? t('history.loadingOlder') : t('history.showOlder')}
          </Button>
          {list.olderFailed && <p role="alert">{t('history.olderFailed')}</p>}
        </div>
      )}
      <LaterReceiptDialog bet={receiptOf} onClose={() => setReceiptOf(null)} />
    </section>
  );
}

/** The filters and the order of the list. */
function Choices({
  bets,
  choice,
  onChange,
}: {
  bets: readonly WireBet[];
  choice: BetChoice;
  onChange: (changed: Partial<Record<keyof BetChoice, string>>) => void;
}) {
  return (
    <div className="mt-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
      <label className="col-span-2 text-small text-muted sm:col-span-1">
        {t('history.search')}
        <input
          type="search"
          autoComplete="off"
          className="field mt-1 block text-secondary"
          value={choice.search}
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </label>
      <Choice
        label={t('history.show')}
        words={FILTER_WORDS}
        value={choice.filter}
        onChoose={(filter) => onChange({ filter })}
      />
      <Choice
        label={t('history.category')}
        words={categoryWords(bets)}
        value={choice.category}
        onChoose={(category) => onChange({ category })}
      />
      <Day label={t('history.from')} value={choice.from} onChoose={(from) => onChange({ from })} />
      <Day label={t('history.to')} value={choice.to} onChoose={(to) => onChange({ to })} />
      <Choice
        label={t('history.sort')}
        words={SORT_WORDS}
        value={choice.sort}
        onChoose={(sort) => onChange({ sort })}
      />
    </div>
  );
}

/** A day, or none. */
function Day({
  label,
  value,
  onChoose,
}: {
  label: string;
  value: string | null;
  onChoose: (day: string) => void;
}) {
  return (
    <label className="min-w-0 text-small text-muted">
      {label}
      <input
        type="date"
        className="field mt-1 block min-w-0 text-secondary"
        value={value ?? ''}
        onChange={(event) => onChoose(event.target.value)}
      />
    </label>
  );
}

/** The categories of the bets, in the order of the market list. */
function categoryWords(bets: readonly WireBet[]): Partial<Record<CategoryFilter, TextKey>> {
  const present = new Set(bets.map(({ market }) => market.category));
  const words: Partial<Record<CategoryFilter, TextKey>> = { all: 'history.allCategories' };
  for (const { id } of CATEGORY_TAXONOMY) if (present.has(id)) words[id] = `categories.${id}`;
  return words;
}

function Choice<T extends string>({
  label,
  words,
  value,
  onChoose,
}: {
  label: string;
  words: Partial<Record<T, TextKey>>;
  value: T;
  onChoose: (value: string) => void;
}) {
  return (
    <label className="min-w-0 text-small text-muted">
      {label}
      <select
        className="field mt-1 block text-secondary"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {Object.entries<TextKey | undefined>(words).map(([key, word]) => (
          <option key={key} value={key}>
            {word && t(word)}
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
        {t('history.loading')}
      </p>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-40" />
        ))}
      </div>
    </div>
  );
}
