import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';

/** A number of bets in words: `1 bet`, `1,200 bets`. */
export function betCount(bets: number): string {
  return t('adminFrame.bets', { count: bets, figure: wholeNumber(bets) });
}
