import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { winnersOf } from '../markets/winners-of.ts';
import { t } from '../texts/t-market-page.ts';

/** The result in a few words, such as `Blue won`, or `Ada lost` if only Ada has odds; null while no winner is known. */
export function resultWords(
  { oneSided, outcomes }: Pick<WireListedMarket, 'oneSided' | 'outcomes'>,
  end: Pick<WireMarket, 'wonOutcomeId' | 'alsoWonIds'>,
): string | null {
  const won = winnersOf({ ...end, outcomes });
  if (won.count === 0) return null;
  const [priced] = outcomes;
  return oneSided && priced !== undefined && priced.id !== end.wonOutcomeId
    ? t('marketPage.lost', { outcome: priced.name })
    : t('marketPage.settled', won);
}
