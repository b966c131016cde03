import type { WireListedMarket, WireMarketActivity } from '@tallystone/core/http-api/markets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '../data/load-failed.tsx';
import { marketActivityQuery } from '../data/queries.ts';
import { useRenewed } from '../data/use-renewed.ts';
import { exactDollars } from '../format/dollars.ts';
import { Moment } from '../format/moment.tsx';
import { useOddsText } from '../format/odds-format.ts';
import { t } from '../texts/t-market-page.ts';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TitledCard } from '../ui/titled.tsx';
import { resultWords } from './result-words.ts';

type Item = WireMarketActivity['items'][number];

const SHOWN = 8;

/** The events of a market, newest first. Screen readers don't announce new ones. */
export function Activity({ market }: { market: WireListedMarket }) {
  const [all, setAll] = useState(false);
  const query = useQuery({ ...marketActivityQuery(market.id), staleTime: 0 });
  useRenewed([market.id], marketActivityQuery(market.id).queryKey);
  const oddsText = useOddsText();
  const items = query.data?.items;
  const hidden = (items?.length ?? 0) - SHOWN;
  return (
    <TitledCard title={t('marketPage.activity')}>
      {items === undefined ? (
        query.error ? (
          <div className="mt-4">
            <LoadFailed
              what={t('marketPage.activity')}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          </div>
        ) : (
          <div aria-hidden="true" className="mt-3 grid gap-3">
            {['1', '2', '3'].map((key) => (
              <Skeleton key={key} className="h-5" />
            ))}
          </div>
        )
      ) : items.length === 0 ? (
        <p className="mt-2 text-muted">{t('marketPage.noActivity')}</p>
      ) : (
        <ol className="activity mt-2">
          {(all ? items : items.slice(0, SHOWN)).map((item) => (
            <li
              key={item.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0 py-2 not-first:border-t not-first:border-t-line"
            >
              <span className="min-w-0">
                {itemWords(item, market, oddsText)}
                {item.simulated && (
                  <Badge variant="outline" className="ml-2">
                    {t('marketPage.simulated')}
                  </Badge>
                )}
              </span>
              <Moment iso={item.at} className="flex-none text-meta text-muted" />
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <button type="button" aria-expanded={all} className="more-outcomes" onClick={() => setAll(!all)}>
          {all ? t('card.showFewer') : t('card.showMore', { hidden })}
        </button>
      )}
    </TitledCard>
  );
}

function itemWords(item: Item, market: WireListedMarket, oddsText: (odds: number) => string): string {
  const outcome = market.outcomes.find(({ id }) => id === item.outcomeId)?.name ?? t('marketPage.anOutcome');
  const amount = exactDollars(item.amount ?? 0);
  switch (item.kind) {
    case 'opened':
      return t('marketPage.opened');
    case 'bet':
      return t('marketPage.bet', { amount, outcome, odds: oddsText(item.odds ?? 0) });
    case 'cash-out':
      return t('marketPage.cashedOut', { amount, outcome });
    case 'closed':
      return t('marketPage.closed');
    case 'settled': {
      const end = { wonOutcomeId: item.outcomeId, alsoWonIds: item.alsoWonIds };
      return resultWords(market, end) ?? t('marketPage.settledSomehow');
    }
    case 'void':
      return t('marketPage.voided');
  }
}
