import { useSyncExternalStore } from 'react';
import { t } from '../texts/t.ts';
import { streamState } from './stream-state.ts';

/** Why no bets are taken at the prices on the page, one or two sentences; null while they are as of now. */
export function useHeldPrices(): string | null {
  return useArePricesHeld() ? t('stream.held') : null;
}

/** Whether the prices on the page are too old to act on: of a connection that is back, they are until it has spoken. */
export function useArePricesHeld(): boolean {
  return useSyncExternalStore(streamState.subscribe, areHeld);
}

function areHeld(): boolean {
  const { kind } = streamState.read();
  return kind === 'paused' || kind === 'offline';
}
