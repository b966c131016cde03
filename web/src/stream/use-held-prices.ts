import { useSyncExternalStore } from 'react';
import { t } from '../texts/t.ts';
import { streamState } from './stream-state.ts';

/** Why no bets are taken at the shown prices, in one or two sentences; null while the prices are current. */
export function useHeldPrices(): string | null {
  return useArePricesHeld() ? t('stream.held') : null;
}

/** Whether the shown prices are too old to act on; after a reconnect they are until the first data arrives. */
export function useArePricesHeld(): boolean {
  return useSyncExternalStore(streamState.subscribe, () =>
    ['paused', 'offline'].includes(streamState.read().kind),
  );
}
