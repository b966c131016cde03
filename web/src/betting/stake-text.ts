import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { t } from '../texts/t-bet.ts';
import type { BetOrder, SigningPart } from './signed-bet.ts';

/** A stake in USDC as the signing texts show it: `25.00`. */
export function stakeText(amount: string | number): string {
  const stake = parseUsdc(amount);
  return stake === null ? String(amount) : formatUsdc(stake);
}

/** Names one of the two signatures of a live bet and what it signs. */
export function signingPartText({ amount }: Pick<BetOrder, 'amount'>, part: SigningPart): string {
  return part === 'bet' ? t('live.firstOfTwo') : t('live.secondOfTwo', { amount: stakeText(amount) });
}
