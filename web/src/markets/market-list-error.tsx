import { ApiError } from '../data/api-error.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { useRetryFocus } from '../ui/use-retry-focus.ts';

export interface MarketListErrorProps {
  /** Null if no request was sent because the browser is offline. */
  error: Error | null;
  onTryAgain: () => void;
}

/** Shown in place of the list if it couldn't be loaded. */
export function MarketListError({ error, onTryAgain }: MarketListErrorProps) {
  const button = useRetryFocus();
  return (
    <div className="notice-card" role="alert">
      <h4 className="text-h3">{t('markets.failed')}</h4>
      <p className="mt-2 max-w-[34rem] text-muted">{t('markets.failedWhy')}</p>
      <Button ref={button} className="mt-5" onClick={onTryAgain}>
        {t('controls.tryAgain')}
      </Button>
      <details className="mt-5 text-meta text-muted">
        <summary className="inline-flex min-h-6 items-center font-semibold">{t('controls.details')}</summary>
        <p className="mt-1 font-mono break-all">{detailsOf(error)}</p>
      </details>
    </div>
  );
}

function detailsOf(error: Error | null): string {
  if (error === null) return t('markets.deviceOffline');
  if (!(error instanceof ApiError)) return t('markets.noAnswer', { message: error.message });
  const request = error.requestId ? t('controls.requestOf', { id: error.requestId }) : '';
  return t('markets.statusCode', { status: error.status }) + request;
}
