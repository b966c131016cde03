import type { WireMarket } from '@tallystone/core/http-api/markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { t } from '../texts/t.ts';
import { Badge } from '../ui/badge.tsx';
import { endWords } from './market-end.ts';

/** Where a market stands, and that it is practice. */
export function MarketBadges({ market, now }: { market: WireMarket; now: Date }) {
  // Whatever the clock says, what has its end is not to come.
  const end = endWords(market.state);
  const status = end === undefined ? timeStatus({ endsAt: market.endsAt, now }) : null;
  return (
    <>
      {status === 'live' && <Badge variant="live">{t('card.live')}</Badge>}
      {status === 'upcoming' && <Badge variant="upcoming">{t('card.upcoming')}</Badge>}
      {status === 'ended' && <Badge variant="secondary">{t('card.ended')}</Badge>}
      {end && <Badge variant="secondary">{t(end.badge)}</Badge>}
      {market.source === 'practice' && <Badge variant="practice">{t('card.practice')}</Badge>}
    </>
  );
}
