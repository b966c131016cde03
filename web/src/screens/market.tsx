import '../styles/market-page.css';
import { useParams } from 'wouter';
import { LoadFailed } from '../data/load-failed.tsx';
import { usePageTitle } from '../format/use-page-title.ts';
import { MarketLoading } from '../market-page/market-loading.tsx';
import { MarketView } from '../market-page/market-view.tsx';
import { useMarket } from '../market-page/use-market.ts';
import { t } from '../texts/t-market-page.ts';
import { NotFound } from './not-found.tsx';

/** `/market/:id`: one market in any state. */
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
          <MarketView key={state.market.id} state={state} />
        </>
      );
  }
}

/** A separate component, because the page of an unknown market has its own title. */
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
        // There is no error if the browser is offline, because no request was sent.
        error={error ?? new Error(t('markets.deviceOffline'))}
        onRetry={onRetry}
      />
    </div>
  );
}
