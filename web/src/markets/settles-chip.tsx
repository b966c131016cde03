import type { WireMarket } from '@tallystone/core/http-api/markets';
import { settlesSoon } from '../finding/settles-soon.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { useSecondClock } from './second-clock.ts';

/** Counts down to the result of a practice market that ends within three minutes. Screen readers aren't told each second. */
export function SettlesChip({ market }: { market: WireMarket }) {
  const nowMs = useSecondClock().getTime();
  if (!settlesSoon(market, nowMs)) return null;
  const seconds = Math.max(0, Math.ceil((Date.parse(market.settlesBy) - nowMs) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Badge variant="secondary" role="timer" className="tabular-nums">
      {t('card.settlesIn', { time })}
    </Badge>
  );
}
