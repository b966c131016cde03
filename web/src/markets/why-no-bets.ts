import type { WireMarket } from '@tallystone/core/http-api/markets';
import { t } from '../texts/t.ts';

/** Why a market takes no bets at a moment, one or two sentences; null while it does. */
export function whyNoBets(
  market: Pick<WireMarket, 'state' | 'suspension' | 'closesAt' | 'outcomes' | 'wonOutcomeId'>,
  now: Date,
): string | null {
  const { state, suspension } = market;
  switch (state) {
    case 'settled':
      return endedSentence(market);
    case 'void':
      return t('card.voidedBack');
    case 'resolving':
      return t('card.resolving');
    case 'closed':
      return t('card.closedStand');
    case 'suspended':
      if (Date.parse(market.closesAt) <= now.getTime()) return t('card.closedStand');
      return suspension === undefined ? t('card.suspended') : t(`suspension.${suspension}`);
    case 'open':
      return Date.parse(market.closesAt) <= now.getTime() ? t('card.closedStand') : null;
  }
}

function endedSentence({ outcomes, wonOutcomeId }: Pick<WireMarket, 'outcomes' | 'wonOutcomeId'>): string {
  const won = outcomes.find(({ id }) => id === wonOutcomeId);
  return won === undefined ? t('card.endedSomehow') : t('card.endedWith', { outcome: won.name });
}
