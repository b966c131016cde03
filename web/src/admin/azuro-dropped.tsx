import type { DropReason } from '@tallystone/core/http-api/azuro';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';

export interface AzuroDroppedProps {
  /** How many, in words. */
  summary: string;
  /** The game's title, for screen readers. */
  game: string;
  dropped: readonly { marketName: string; reason: DropReason }[];
}

/** How many conditions of a game are left out, and on demand which and why, by reason. */
export function AzuroDropped({ summary, game, dropped }: AzuroDroppedProps) {
  if (dropped.length === 0) return null;
  return (
    <details className="text-meta">
      <summary className="min-h-6">
        {summary}
        <span className="sr-only"> {t('adminAzuro.ofGame', { game })}</span>
      </summary>
      <ul className="mt-1 grid gap-1">
        {[...namesByReason(dropped)].map(([reason, names]) => (
          <li key={reason}>
            <span className="font-semibold">
              {t(`adminAzuro.drop_${reason}`)} ({wholeNumber(names.length)})
            </span>{' '}
            {[...new Set(names)].join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

function namesByReason(dropped: AzuroDroppedProps['dropped']): Map<DropReason, string[]> {
  const names = new Map<DropReason, string[]>();
  for (const { reason, marketName } of dropped) {
    names.set(reason, [...(names.get(reason) ?? []), marketName]);
  }
  return names;
}
