import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';

/** `1 bet`, `1,200 bets`. */
export function betCount(bets: number): string {
  return t('adminFrame.bets', counted(bets));
}
