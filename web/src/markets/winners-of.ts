import type { WireMarket } from '@tallystone/core/http-api/markets';
import { winningOutcomes } from '@tallystone/core/markets/winning-outcomes';

/**
 * The winners of a market in its order, as sentences about them take them: how many, and their names in one text. The
 * count is 0 while none is known.
 */
export function winnersOf(
  market: Pick<WireMarket, 'wonOutcomeId' | 'alsoWonIds'> & {
    outcomes: readonly { id: string; name: string }[];
  },
): { count: number; outcome: string } {
  const won = winningOutcomes(market);
  // Names of a double chance have an "or" inside, so a second word between them would be hard to read.
  return { count: won.length, outcome: won.map(({ name }) => name).join(', ') };
}
