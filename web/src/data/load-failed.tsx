import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useRetryFocus } from '../ui/use-retry-focus.ts';
import { ApiError } from './api-error.ts';

export interface LoadFailedProps {
  /** What failed to load, as the start of a sentence: "The figures". */
  what: string;
  /** What it means and what to do; by default that no money is affected and to try again. */
  sentence?: string | undefined;
  error: Error;
  onRetry: () => void;
}

/** Replaces something that failed to load, with a retry button and the request id for support. */
export function LoadFailed({
  what,
  sentence = t('controls.moneyUnchanged'),
  error,
  onRetry,
}: LoadFailedProps) {
  const button = useRetryFocus();
  return (
    <Card role="alert" className="px-5 py-8 text-center">
      <p className="font-display text-title font-bold">{t('controls.couldNotLoad', { what })}</p>
      <p className="mt-1 text-muted">{sentence}</p>
      <Button ref={button} className="mt-5" onClick={onRetry}>
        {t('controls.tryAgain')}
      </Button>
      <details className="mt-4 text-meta text-muted">
        <summary>{t('controls.details')}</summary>
        <p className="mt-2 font-mono">
          {error.message}
          {error instanceof ApiError && error.requestId && t('controls.requestOf', { id: error.requestId })}
        </p>
      </details>
    </Card>
  );
}
