import { ApiError } from '../data/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { adminProblem } from './admin-problem.ts';

export interface LoadFailedProps {
  /** What was asked for, as the start of a sentence: "The figures". */
  what: string;
  error: Error;
  onRetry: () => void;
}

/** Stands where something of the dashboard could not be read. */
export function LoadFailed({ what, error, onRetry }: LoadFailedProps) {
  return (
    <Card role="alert" className="px-5 py-8 text-center">
      <p className="font-display text-title font-bold">{what} could not be loaded</p>
      <p className="mt-1 text-muted">{adminProblem(error)}</p>
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
