import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { t } from '../texts/t-bet.ts';
import type { BetOrder, SigningPart } from './signed-bet.ts';

/** A stake as it is said where it is signed: `25.00`, in USDC. */
export function stakeText(amount: string | number): string {
  const stake = parseUsdc(amount);
  return stake === null ? String(amount) : formatUsdc(stake);
}

/** Which of the two signatures of a live bet it is, and over what. */
export function signingPartText({ amount }: Pick<BetOrder, 'amount'>, part: SigningPart): string {
  return part === 'bet' ? t('live.firstOfTwo') : t('live.secondOfTwo', { amount: stakeText(amount) });
}
