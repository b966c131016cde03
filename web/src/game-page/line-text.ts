import type { WireGameMarket } from '@tallystone/core/http-api/markets';

/** The line of a market for people, such as `2.5`, or with its sign for a handicap: `+1.5`. */
export function lineText({ group, line = 0 }: Pick<WireGameMarket, 'group' | 'line'>): string {
  const sign = line < 0 ? '−' : group === 'handicap' && line > 0 ? '+' : '';
  return `${sign}${Math.abs(line)}`;
}
