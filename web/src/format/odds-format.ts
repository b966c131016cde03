import { useSyncExternalStore } from 'react';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';
import { t } from '../texts/t.ts';
import { formatOdds, ODDS_FORMATS, type OddsFormat, oddsFactor } from './odds.ts';

const STORAGE_KEY = 'tallystone.odds-format';
const choice = signal(otherTabs);
/** Where storage is forbidden the choice lasts as long as the page. */
let chosen: OddsFormat | null = null;

/** How odds are shown, kept for the next visit and alike in all tabs. */
export function useOddsFormat(): OddsFormat {
  return useSyncExternalStore(choice.subscribe, oddsFormat);
}

/** Writes odds as the reader wants to see them. Never for what is signed. */
export function useOddsText(): (odds: number) => string {
  const format = useOddsFormat();
  return (odds) => formatOdds(odds, format);
}

/** The same for a figure that stands alone, such as `1.85x`. */
export function useOddsFactor(): (odds: number) => string {
  const format = useOddsFormat();
  return (odds) => oddsFactor(odds, format);
}

/**
 * Odds that somebody is about to agree to: in the chosen format and, where that is another one, as the decimals that are
 * signed and paid, such as `-122, decimal 1.82`.
 */
export function useOddsInFull(): (odds: number) => string {
  const format = useOddsFormat();
  return (odds) => {
    const decimal = formatOdds(odds, 'decimal');
    if (format === 'decimal') return decimal;
    return t('odds.withDecimal', { shown: formatOdds(odds, format), decimal });
  };
}

export function chooseOddsFormat(format: OddsFormat): void {
  chosen = format;
  try {
    localStorage.setItem(STORAGE_KEY, format);
  } catch {
    // See above.
  }
  choice.tell();
}

export function oddsFormat(): OddsFormat {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return ODDS_FORMATS.find((format) => format === stored) ?? 'decimal';
  } catch {
    return chosen ?? 'decimal';
  }
}
