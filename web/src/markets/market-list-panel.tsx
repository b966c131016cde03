import type { Category } from '@tallystone/core/http-api';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { marketsQuery } from '../data/queries.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx';
import { categoryName } from './category-name.ts';
import { countByCategory } from './count-by-category.ts';
import type { MarketCardProps } from './market-card.tsx';
import { MarketGrid } from './market-grid.tsx';
import { MarketListEmpty } from './market-list-empty.tsx';
import { MarketListError } from './market-list-error.tsx';
import { MarketListLoading } from './market-list-loading.tsx';
import { MarketListStatus } from './market-list-status.tsx';
import { useMinuteClock } from './minute-clock.ts';
import type { PickOutcome } from './outcome-list.tsx';
import { useCategory } from './use-category.ts';
import { useOnline } from './use-online.ts';
import { useRefreshMarkets } from './use-refresh-markets.ts';

export interface MarketListPanelProps {
  /** Whether to offer refreshing, which needs a session. */
  signedIn: boolean;
  /** True while the bet dialog is open: the order rests. */
  betOpen: boolean;
  onPick: PickOutcome;
  /** What a newcomer should know before picking; stands above the cards. */
  hint?: ReactNode;
  /** What stands at the end of each card. */
  footer?: MarketCardProps['footer'];
}

/** The market list: categories, cards, and every state the list can be in. */
export function MarketListPanel({ signedIn, betOpen, onPick, hint, footer }: MarketListPanelProps) {
  const headingId = useId();
  const now = useMinuteClock();
  const online = useOnline();
  const query = useQuery(marketsQuery);
  const refresh = useRefreshMarkets();

  // A list whose end nobody can read is not a list of markets that can be ordered or bet on.
  const markets = query.data?.filter(({ endsAt }) => !Number.isNaN(Date.parse(endsAt)));
  const counts = countByCategory(markets ?? [], now);
  const known = markets !== undefined;
  const offered = CATEGORY_TAXONOMY.filter(({ id, alwaysShown }) => alwaysShown || counts.has(id));
  const [category, select] = useCategory(known ? offered.map(({ id }) => id) : null);
  const count = counts.get(category) ?? 0;
  const loading = !known && query.isFetching && query.fetchStatus !== 'paused';

  // Prices seen before the connection broke are old; read them again once it is back.
  const { refetch } = query;
  useEffect(() => {
    const readAgain = () => void refetch();
    window.addEventListener('online', readAgain);
    return () => window.removeEventListener('online', readAgain);
  }, [refetch]);

  const onRefresh = signedIn ? () => refresh.mutate() : undefined;
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h3 id={headingId} className="text-h3">
            {t('markets.liveMarkets')}
          </h3>
          <p className="mt-1 text-muted">{t('markets.realTime')}</p>
        </div>
        {onRefresh && (
          <Button
            variant="secondary"
            onClick={onRefresh}
            disabled={refresh.isPending}
            aria-busy={refresh.isPending}
          >
            <RefreshCw aria-hidden="true" className={classNames('size-4', refresh.isPending && 'spin')} />
            {t('markets.refresh')}
          </Button>
        )}
      </div>

      {/* Only offered categories can be selected, so the value always names one of them. */}
      <Tabs className="mt-4" value={category} onValueChange={(value) => select(value as Category)}>
        <TabsList aria-label={t('markets.category')} className="market-tabs">
          {offered.map(({ id }) => (
            <TabsTrigger key={id} value={id}>
              {categoryName(id)}
              <span className="tab-count">{known ? (counts.get(id) ?? 0) : '·'}</span>
            </TabsTrigger>
          ))}
        </TabsList>
        <MarketListStatus
          loading={loading}
          count={known ? count : null}
          pricesAt={known ? query.dataUpdatedAt : null}
          online={online}
          updateFailed={known && query.isError}
        />
        {offered.map(({ id }) => (
          // Its buttons are reached by Tab already; the panel itself is no stop on the way.
          <TabsContent key={id} value={id} tabIndex={-1} className="market-panel">
            {loading && <MarketListLoading />}
            {!loading && !known && (
              <MarketListError error={query.error} onTryAgain={() => void query.refetch()} />
            )}
            {known && count === 0 && (
              <MarketListEmpty
                category={id}
                fullest={fullestOther(offered, counts, id)}
                onSelect={select}
                onRefresh={onRefresh}
                refreshing={refresh.isPending}
              />
            )}
            {known && count > 0 && (
              <>
                {hint}
                <MarketGrid
                  markets={markets}
                  category={id}
                  held={betOpen}
                  now={now}
                  online={online}
                  onPick={onPick}
                  footer={footer}
                />
              </>
            )}
          </TabsContent>
        ))}
      </Tabs>
    </section>
  );
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
