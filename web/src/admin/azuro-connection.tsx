import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { counted } from '../format/whole-number.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';
import { t } from '../texts/t-admin.ts';
import { Badge } from '../ui/badge.tsx';

const MINUTE_MS = 60_000;
/** The server reads the feed every minute; an older read says nothing about the connection now. */
const CONNECTED_MS = 3 * MINUTE_MS;

/** How old the games on the page are, where they come from, and whether the feed counts as connected. */
export function AzuroConnection({ data }: { data: WireAzuroData }) {
  const now = useMinuteClock();
  const { connection, sentence } = connectionOf(data, now);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge variant={connection === 'connected' ? 'default' : 'practice'}>
        {t(`adminAzuro.${connection}`)}
      </Badge>
      {data.source === 'demo-feed' && <Badge variant="practice">{t('adminAzuro.demoFeed')}</Badge>}
      <span role="status" className="text-meta text-muted">
        {sentence}
      </span>
    </div>
  );
}

/** Only fresh data counts as connected. */
export function connectionOf(
  { syncedAt, stale, problem }: Pick<WireAzuroData, 'syncedAt' | 'stale' | 'problem'>,
  now: Date,
): {
  connection: 'connected' | 'stale' | 'notAnswering' | 'notReadYet' | 'readEarlier';
  sentence: string;
} {
  if (syncedAt === null) return { connection: 'notReadYet', sentence: '' };
  const ageMs = now.getTime() - Date.parse(syncedAt);
  const read = readText(ageMs);
  if (stale) return { connection: 'stale', sentence: `${read} ${t('adminAzuro.staleMeans')}` };
  // The games are fresh enough, but the read after them failed.
  if (problem !== undefined) return { connection: 'notAnswering', sentence: read };
  if (ageMs > CONNECTED_MS) return { connection: 'readEarlier', sentence: read };
  return { connection: 'connected', sentence: read };
}

function readText(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return t('adminAzuro.readJustNow');
  if (minutes < 60) return t('adminAzuro.readMinutes', { count: minutes, figure: minutes });
  const hours = Math.floor(minutes / 60);
  return t('adminAzuro.readHours', counted(hours));
}
