import { t } from '../texts/t.ts';
import { reasonNotToBet } from './reason-not-to-bet.ts';

/**
 * As `reasonNotToBet`, on the pages that show the result beside it. If only one side of a market has odds, this sentence doesn't
 * name the winner: that the other side won means that this one lost.
 */
export function whyClosed(given: Parameters<typeof reasonNotToBet>[0]): string | null {
  const { oneSided, state } = given.market;
  return oneSided && state === 'settled' ? t('card.endedSomehow') : reasonNotToBet(given);
}
