import { Skeleton } from '../ui/skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';

export interface UnreadProps {
  query: { error: Error | null; refetch: () => unknown };
  /** As in `LoadFailed`. */
  what: string;
  sentence?: string | undefined;
  /** Text while loading. */
  loading: string;
  /** Class for the height of the placeholder. */
  room?: string;
  className?: string;
}

/** Shown instead of an answer that is loading or failed to load. */
export function Unread({ query, what, sentence, loading, room, className = 'text-muted' }: UnreadProps) {
  const { error, refetch } = query;
  if (error) {
    return <LoadFailed what={what} sentence={sentence} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <p role="status" className={className}>
        {loading}
      </p>
      {room && <Skeleton className={`mt-4 ${room}`} />}
    </>
  );
}
