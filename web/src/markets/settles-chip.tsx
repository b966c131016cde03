import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { settlesSoon } from '../finding/settles-soon.ts';
import { countdown } from '../format/market-time.ts';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { useSecondClock } from './second-clock.ts';

/** Counts down to the result of a practice market that ends within three minutes. Screen readers aren't told each second. */
export function SettlesChip({ market }: { market: WireListedMarket }) {
  const nowMs = useSecondClock().getTime();
  if (!settlesSoon(market, nowMs)) return null;
  const seconds = Math.max(0, Math.ceil((Date.parse(market.settlesBy) - nowMs) / 1000));
  return (
    <Badge variant="secondary" role="timer" className="tabular-nums">
      {t('card.settlesIn', { time: countdown(seconds) })}
    </Badge>
  );
}
