import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { t } from '../texts/t.ts';
import { winnersOf } from './winners-of.ts';

/** Why a market takes no bets at a moment, in one or two sentences; null if it takes bets. */
export function whyNoBets(
  market: Pick<WireListedMarket, 'state' | 'suspension' | 'endsAt' | 'closesAt' | 'outcomes'> &
    Pick<WireMarket, 'wonOutcomeId' | 'alsoWonIds'>,
  now: Date,
): string | null {
  const { state, suspension } = market;
  const isOver = Date.parse(market.closesAt ?? market.endsAt) <= now.getTime();
  switch (state) {
    case 'settled': {
      const won = winnersOf(market);
      return won.count === 0 ? t('card.endedSomehow') : t('card.endedWith', won);
    }
    case 'void':
      return t('card.voidedBack');
    case 'resolving':
      return t('card.resolving');
    case 'closed':
      return t('card.closedStand');
    case 'suspended':
      if (isOver) return t('card.closedStand');
      return suspension === undefined ? t('card.suspended') : t(`suspension.${suspension}`);
    case 'open':
      return isOver ? t('card.closedStand') : null;
  }
}
