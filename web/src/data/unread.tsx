import { Skeleton } from '../ui/skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';

export interface UnreadProps {
  query: { error: Error | null; refetch: () => unknown };
  /** As `LoadFailed` has them. */
  what: string;
  sentence: string;
  /** What is said while it is on its way. */
  loading: string;
  /** Height of what is shown meanwhile, as a class. */
  room?: string;
  className?: string;
}

/** Stands in the place of an answer: that it is on its way, or that it could not be read. */
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
