import { useSyncExternalStore } from 'react';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';
import { t } from '../texts/t.ts';
import { formatOdds, ODDS_FORMATS, type OddsFormat, oddsFactor } from './odds.ts';

const STORAGE_KEY = 'tallystone.odds-format';
const choice = signal(otherTabs);
/** Used if the browser forbids storage: lasts as long as the page. */
let chosen: OddsFormat | null = null;

/** The chosen odds format, stored for the next visit and the same in all tabs. */
export function useOddsFormat(): OddsFormat {
  return useSyncExternalStore(choice.subscribe, oddsFormat);
}

/** Formats odds in the chosen format. Never use it for signed text. */
export function useOddsText(): (odds: number) => string {
  const format = useOddsFormat();
  return (odds) => formatOdds(odds, format);
}

/** The same for a figure without a label, such as `1.85x`. */
export function useOddsFactor(): (odds: number) => string {
  const format = useOddsFormat();
  return (odds) => oddsFactor(odds, format);
}

/**
 * For odds the bettor is about to accept: in the chosen format, plus the decimal odds that are signed and paid if that
 * differs, such as `-122, decimal 1.82`.
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
  choice.emit();
}

export function oddsFormat(): OddsFormat {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return ODDS_FORMATS.find((format) => format === stored) ?? 'decimal';
  } catch {
    return chosen ?? 'decimal';
  }
}
