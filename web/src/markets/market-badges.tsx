import type { WireMarket } from '@tallystone/core/http-api';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { Badge } from '../ui/badge.tsx';
import { endWords } from './market-end.ts';

/** Where a market stands, and that it is practice. */
export function MarketBadges({ market, now }: { market: WireMarket; now: Date }) {
  // Whatever the clock says, what has its end is not to come.
  const end = endWords(market.state);
  const status = end === undefined ? timeStatus({ endsAt: market.endsAt, now }) : null;
  return (
    <>
      {status === 'live' && <Badge variant="live">LIVE</Badge>}
      {status === 'upcoming' && <Badge variant="upcoming">UPCOMING</Badge>}
      {status === 'ended' && <Badge variant="secondary">ENDED</Badge>}
      {end && <Badge variant="secondary">{end.badge}</Badge>}
      {market.source === 'practice' && <Badge variant="practice">Practice</Badge>}
    </>
  );
}
