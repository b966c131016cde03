import type { WireBetResult } from '@tallystone/core/http-api';
import { Badge } from '../ui/badge.tsx';

export const RESULT_WORDS: Record<WireBetResult, string> = {
  won: 'Won',
  lost: 'Lost',
  void: 'Void',
  'cashed-out': 'Cashed out',
};

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
      {RESULT_WORDS[result]}
    </Badge>
  );
}
