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

/** How a bet ended. */
export function BetResultBadge({ result }: { result: WireBetResult }) {
  return (
    <Badge variant="outline" className={COLOURS[result]}>
      {t(RESULT_WORDS[result])}
    </Badge>
  );
}
