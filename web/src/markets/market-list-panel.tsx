import type { Category, WireListedMarket } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { marketsQuery } from '../data/queries.ts';
import { canFilter } from '../finding/can-filter.ts';
import { countSentence } from '../finding/count-sentence.ts';
import { FindBar } from '../finding/find-bar.tsx';
import { FindViews, VIEW_TEXTS } from '../finding/find-views.tsx';
import type { ListAddress } from '../finding/list-address.ts';
import { isFiltered, isNarrowed } from '../finding/list-query.ts';
import { SearchWords } from '../finding/search-context.ts';
import { useFoundMarkets } from '../finding/use-found-markets.ts';
import { useListAddress } from '../finding/use-list-address.ts';
import { useSearchField } from '../finding/use-search-field.ts';
import { WatchStar } from '../finding/watch-star.tsx';
import { useWatchlist } from '../finding/watchlist-store.ts';
import { StreamMark } from '../stream/stream-mark.tsx';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { useItemInView } from '../ui/use-item-in-view.ts';
import { categoryName, categoryWord } from './category-name.ts';
import { LaterFilters, LaterListEmpty, LaterNothingFound, LaterWatchedGone } from './later-list-parts.tsx';
import type { MarketCardProps } from './market-card.tsx';
import { MarketGrid } from './market-grid.tsx';
import { MarketListError } from './market-list-error.tsx';
import { MarketListLoading } from './market-list-loading.tsx';
import { MarketListStatus } from './market-list-status.tsx';
import { useMinuteClock } from './minute-clock.ts';
import type { PickOutcome } from './outcome-list.tsx';
import { useOnline } from './use-online.ts';
import { useRefreshMarkets } from './use-refresh-markets.ts';

export interface MarketListPanelProps {
  /** Refreshing needs a session. */
  signedIn: boolean;
  /** The bet dialog is open, so the order of the cards must not change. */
  betOpen: boolean;
  onPick: PickOutcome;
  /** The heading of the section around the panel; it shares a row with the search. */
  heading?: ReactNode;
  /** A hint for newcomers, shown above the cards. */
  hint?: ReactNode;
  /** Renders the end of each card. */
  footer?: MarketCardProps['footer'];
}

/** Renders the corner of each card. A stable function, so that cards render again only if their own data change. */
const star = (market: WireListedMarket) => <WatchStar market={market} />;

/** The market list: search, filters, cards, and its loading, empty and error states. */
export function MarketListPanel(props: MarketListPanelProps) {
  const { signedIn, betOpen, onPick, heading, hint, footer } = props;
  const headingId = useId();
  const [isOpen, setOpen] = useState(false);
  const now = useMinuteClock();
  const online = useOnline();
  const answer = useQuery(marketsQuery);
  const refresh = useRefreshMarkets();

  const [address, changeAddress] = useListAddress();
  const field = useSearchField(address, changeAddress);
  const watchlist = useWatchlist();
  // Deferred, so that rendering many cards, at first or after price changes, doesn't block the page.
  const markets = useDeferredValue(answer.data);
  const { query, shownQuery, found, missing } = useFoundMarkets({
    markets,
    address,
    search: field.text,
    watched: watchlist.ids,
    now,
  });
  const known = markets !== undefined;
  const offered = CATEGORY_TAXONOMY.filter(({ id, alwaysShown }) => alwaysShown || found.held.has(id));
  const { view, category } = shownQuery;
  const listed = known && missing === null;
  const isBeingDrawn = !known && answer.data !== undefined;
  const waitsFor = known ? missing : answer;
  const loading = isBeingDrawn || (waitsFor?.isFetching === true && waitsFor.fetchStatus !== 'paused');

  // Tabs and views stay in view while a list scrolls; a list that one of them opens starts at its top.
  const tabs = useItemInView(`${view} ${category} ${known}`);
  const panels = useRef<HTMLDivElement>(null);
  const toTop = useRef(false);
  const goToTop = () => {
    toTop.current = true;
  };
  const open = (change: Partial<ListAddress>) => {
    goToTop();
    changeAddress(change);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per list
  useEffect(() => {
    if (toTop.current && panels.current && panels.current.getBoundingClientRect().top < 0) {
      panels.current.scrollIntoView();
    }
    // The button that opened the list may be in the list that leaves.
    if (toTop.current) requestAnimationFrame(() => focusShown(panels.current));
    toTop.current = false;
  }, [shownQuery]);

  const filtersShown =
    listed && !canFilter(found.unfiltered, shownQuery) ? null : isOpen || isFiltered(address);
  const toggleFilters = () => {
    setOpen(!filtersShown);
    if (isFiltered(address)) changeAddress({ subcategory: null, league: null });
  };
  const gone =
    known && online && !answer.isError ? watchlist.list.filter(({ id }) => !found.watchedOpen.has(id)) : [];
  const label = t('markets.listOf', {
    category: view === null ? categoryWord(category) : t(VIEW_TEXTS[view]).toLocaleLowerCase(locale()),
  });
  const onRefresh = signedIn ? () => refresh.mutate() : undefined;
  const isPlain = view === null && !isNarrowed(shownQuery);
  const isEmpty = listed && found.shown.length === 0;
  const body = (
    <>
      {loading && <MarketListLoading />}
      {!loading && waitsFor !== null && !listed && (
        <MarketListError error={waitsFor.error} onTryAgain={() => void waitsFor.refetch()} />
      )}
      {isEmpty && isPlain && (
        <LaterListEmpty
          category={category}
          fullest={fullestOther(offered, found.held, category)}
          onSelect={(next) => open({ category: next })}
          onRefresh={onRefresh}
          refreshing={refresh.isPending}
        />
      )}
      {isEmpty && !isPlain && (
        <LaterNothingFound
          address={address}
          search={field.text}
          categoryLabel={categoryName(category)}
          fittingInAll={found.fittingInAll}
          watchlistIsEmpty={watchlist.list.length === 0}
          onChange={open}
          onClearSearch={field.clear}
        />
      )}
      {listed && !isEmpty && (
        <SearchWords value={shownQuery.words}>
          {hint}
          <MarketGrid
            markets={found.shown}
            all={markets}
            label={label}
            choice={shownQuery}
            held={betOpen}
            now={now}
            online={online}
            withDayVolume={view === 'trending'}
            onPick={onPick}
            corner={star}
            footer={footer}
          />
        </SearchWords>
      )}
    </>
  );
  return (
    <section aria-labelledby={headingId}>
      <div className="market-list-head">
        <div className="min-w-0">
          {heading}
          <div className="flex flex-wrap items-baseline gap-x-2.5">
            <h3 id={headingId}>{t('markets.liveMarkets')}</h3>
            <p className="text-meta text-muted">{t('markets.realTime')}</p>
          </div>
        </div>
        <FindBar
          field={field}
          address={address}
          onChange={changeAddress}
          watchedCount={watchlist.list.length}
          filtersShown={filtersShown}
          onToggleFilters={toggleFilters}
        >
          {onRefresh && (
            <Button variant="secondary" onClick={onRefresh} busy={refresh.isPending}>
              <RefreshCw aria-hidden="true" className={classNames('size-4', refresh.isPending && 'spin')} />
              {t('markets.refresh')}
            </Button>
          )}
        </FindBar>
      </div>

      {/* While a view over all categories is open, no category is selected. */}
      <Tabs<Category>
        className="mt-2"
        value={view === null ? category : ''}
        onValueChange={(next) => open({ category: next })}
        // In a view, arrow keys only move the focus over the tabs; a view closes only when a tab is pressed.
        activationMode={view === null ? 'automatic' : 'manual'}
      >
        <div ref={tabs} className="market-tabs bg-bg">
          <TabsList aria-label={t('markets.category')}>
            {offered.map(({ id }) => (
              <TabsTrigger
                key={id}
                value={id}
                data-asked={(query.view === null && query.category === id) || undefined}
              >
                {categoryName(id)}
                <span className="tab-count">{known ? (found.fitting.get(id) ?? 0) : '·'}</span>
              </TabsTrigger>
            ))}
          </TabsList>
          <FindViews view={query.view} countInAll={known ? found.fittingInAll : null} onChoose={goToTop} />
        </div>
        {listed && filtersShown && (
          <LaterFilters
            address={address}
            unfiltered={found.unfiltered}
            onChoose={() => {
              goToTop();
              // Stays when the filters that came with the address are given up one by one.
              setOpen(true);
            }}
            onChange={changeAddress}
          />
        )}
        <div className="relative">
          <MarketListStatus
            loading={loading}
            counted={listed ? countSentence(found, shownQuery) : null}
            pricesAt={known ? answer.dataUpdatedAt : null}
            online={online}
            updateFailed={known && answer.isError}
          />
          {/* Beside the status and not in it, so that its words never move what is below. */}
          <div className="absolute top-0 right-0 max-[24rem]:static">
            <StreamMark />
          </div>
        </div>
        {gone.length > 0 && <LaterWatchedGone gone={gone} />}
        <div ref={panels} aria-busy={shownQuery !== query}>
          {offered.map(({ id }) => (
            <TabsContent key={id} value={id} className="min-h-96 rounded-card">
              {body}
            </TabsContent>
          ))}
          {view !== null && (
            <section aria-label={label} tabIndex={-1} className="min-h-96 rounded-card">
              {body}
            </section>
          )}
        </div>
      </Tabs>
    </section>
  );
}

/** Moves the focus from a list that left to the one that is shown. */
function focusShown(panels: HTMLElement | null): void {
  const shown = panels?.querySelector<HTMLElement>(':scope > :not([hidden])');
  if (document.activeElement === document.body) shown?.focus({ preventScroll: true });
}

function fullestOther(
  offered: readonly { id: Category }[],
  counts: ReadonlyMap<Category, number>,
  current: Category,
): { id: Category; count: number } | null {
  const others = offered
    .map(({ id }) => ({ id, count: counts.get(id) ?? 0 }))
    .filter(({ id, count }) => id !== current && count > 0)
    .sort((a, b) => b.count - a.count);
  return others[0] ?? null;
}
