import { ApiError } from '../data/api-error.ts';
import { Button } from '../ui/button.tsx';

export interface MarketListErrorProps {
  /** Null when nothing was sent, because the browser is offline. */
  error: Error | null;
  onTryAgain: () => void;
}

/** What stands in place of the list when it could not be read. */
export function MarketListError({ error, onTryAgain }: MarketListErrorProps) {
  return (
    <div className="notice-card" role="alert">
      <h4 className="text-h3">Failed to load markets</h4>
      <p className="mt-2 max-w-[34rem] text-muted">
        Unable to connect to market data. Please check your connection and try again.
      </p>
      <Button className="mt-5" onClick={onTryAgain}>
        Try Again
      </Button>
      <details className="mt-5 text-meta text-muted">
        <summary className="inline-flex min-h-6 items-center font-semibold">Details</summary>
        <p className="mt-1 font-mono break-all">{detailsOf(error)}</p>
      </details>
    </div>
  );
}

function detailsOf(error: Error | null): string {
  if (error === null) return 'This device is offline.';
  if (!(error instanceof ApiError)) return `No answer from the server (${error.message})`;
  return `Status ${error.status}${error.requestId ? `, request ${error.requestId}` : ''}`;
}
