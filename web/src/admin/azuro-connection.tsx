import type { WireAzuroData } from '@tallystone/core/http-api';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { Badge } from '../ui/badge.tsx';

const MINUTE_MS = 60_000;
/** The server reads the feed every minute; what was read longer ago says nothing about a connection now. */
const CONNECTED_MS = 3 * MINUTE_MS;

/** How old the games on the page are, where they come from, and whether the feed may be called connected. */
export function AzuroConnection({ data }: { data: WireAzuroData }) {
  const now = useMinuteClock();
  const { badge, sentence } = connectionOf(data, now);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge variant={badge === 'Connected' ? 'default' : 'practice'}>{badge}</Badge>
      {data.source === 'demo-feed' && <Badge variant="practice">Demo feed</Badge>}
      <span role="status" className="text-meta text-muted">
        {sentence}
      </span>
    </div>
  );
}

/** Only fresh data counts as connected: what is stale, or was never read, is called that. */
export function connectionOf(
  { syncedAt, stale, problem }: Pick<WireAzuroData, 'syncedAt' | 'stale' | 'problem'>,
  now: Date,
): { badge: 'Connected' | 'Stale' | 'Not answering' | 'Not read yet' | 'Read earlier'; sentence: string } {
  if (syncedAt === null) {
    return { badge: 'Not read yet', sentence: 'The feed has not answered since the server started.' };
  }
  const ageMs = now.getTime() - Date.parse(syncedAt);
  const read = `Read ${ageText(ageMs)}.`;
  if (stale)
    return { badge: 'Stale', sentence: `${read} The feed has not answered since; odds may have moved.` };
  // The games are young enough, but the reading after them failed.
  if (problem !== undefined) return { badge: 'Not answering', sentence: read };
  if (ageMs > CONNECTED_MS)
    return { badge: 'Read earlier', sentence: `${read} Sync to see the games of now.` };
  return { badge: 'Connected', sentence: read };
}

function ageText(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
}
