import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { useMemo } from 'react';
import { store } from '../signals/store.ts';
import { t } from '../texts/t-bet.ts';
import { toastFailure } from '../ui/toast-store.ts';
import { addToSlip, removeFromSlip, useSlip } from './kept-slip.ts';
import { MOST_SELECTIONS } from './slip.ts';

/** Whether the odds of a game's page go to the slip instead of opening the bet dialog. It lasts from game to game. */
export const slipPicking = store(false);

/** By market: the outcome on the slip. */
export function useOnSlip(): ReadonlyMap<string, string> {
  const { selections } = useSlip();
  return useMemo(
    () => new Map(selections.map(({ marketId, outcomeId }) => [marketId, outcomeId])),
    [selections],
  );
}

/** Puts an outcome on the slip, or takes it off if it is there. */
export function toggleOnSlip(
  { market, outcome }: { market: WireListedMarket; outcome: WireOutcome },
  onSlip: ReadonlyMap<string, string>,
): void {
  if (onSlip.get(market.id) === outcome.id) removeFromSlip([market.id]);
  else if (!addToSlip(market, outcome))
    toastFailure(t('bet.slipFullTitle'), t('bet.slipFull', { most: MOST_SELECTIONS }));
}
