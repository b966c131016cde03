import type { WireBetResult } from '@tallystone/core/http-api/betting';
import { type TextKey, t } from '../texts/t-account.ts';
import { Badge } from '../ui/badge.tsx';

export const RESULT_WORDS = {
  won: 'history.won',
  lost: 'history.lost',
  void: 'history.void',
  'cashed-out': 'history.cashedOut',
} as const satisfies Record<WireBetResult, TextKey>;

const COLOURS: Record<WireBetResult, string> = {
  won: 'bg-positive-soft text-positive border-positive',
  lost: 'bg-negative-soft text-negative border-negative',
  void: 'bg-surface border-line-strong',
  'cashed-out': 'bg-info-soft text-info border-info',
};

/** How a bet ended, in words. @param isAutomatic it was cashed out because it was worth the signed amount */
export const resultWords = (result: WireBetResult, isAutomatic = false): TextKey =>
  isAutomatic ? 'history.cashedOutAutomatically' : RESULT_WORDS[result];

/** How a bet ended. */
export function BetResultBadge({ result, isAutomatic }: { result: WireBetResult; isAutomatic?: boolean }) {
  return (
    <Badge variant="outline" className={COLOURS[result]}>
      {t(resultWords(result, isAutomatic))}
    </Badge>
  );
}
