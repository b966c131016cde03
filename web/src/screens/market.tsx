import '../styles/market-page.css';
import { useParams } from 'wouter';
import { LoadFailed } from '../data/load-failed.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { MarketLoading } from '../market-page/market-loading.tsx';
import { MarketView } from '../market-page/market-view.tsx';
import { useMarket } from '../market-page/use-market.ts';
import { t } from '../texts/t-market-page.ts';
import { NotFound } from './not-found.tsx';

/** `/market/:id`: one market, in whatever state it is. */
export function Market() {
  const { id = '' } = useParams<{ id: string }>();
  const state = useMarket(id);
  switch (state.kind) {
    case 'unknown':
      return <NotFound />;
    case 'loading':
      return <MarketLoading />;
    case 'failed':
      return <MarketFailed error={state.error} onRetry={state.retry} />;
    case 'found':
      return (
        <>
          <PageTitle title={state.market.title} />
          <MarketView state={state} />
        </>
      );
  }
}

/** By itself, because the page of an unknown market has another one. */
function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

function MarketFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  usePageTitle(t('marketPage.theMarket'));
  return (
    <div className="frame py-12">
      <h1 className="sr-only">{t('marketPage.theMarket')}</h1>
      <LoadFailed
        what={t('marketPage.theMarket')}
        sentence={t('marketPage.failedWhy')}
        // Nothing was sent at all where the browser knows that it is offline.
        error={error ?? new Error(t('markets.deviceOffline'))}
        onRetry={onRetry}
      />
    </div>
  );
}
