import { t } from '../texts/t.ts';
import { useStreamState } from './stream-state.ts';

/** Why no bets are taken at the prices on the page, one or two sentences; null while they are as of now. */
export function useHeldPrices(): string | null {
  const { kind } = useStreamState();
  return kind === 'paused' ? t('stream.held') : null;
}
