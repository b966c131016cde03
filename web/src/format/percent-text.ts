import { locale } from '../texts/language.ts';

/** A share of 1 as a percentage with a decimal: `12.3%`, `-4.0%`. */
export function percentText(share: number): string {
  // Otherwise a tiny negative share is `-0.0%`.
  const tenths = Math.round(share * 1000) || 0;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${(tenths / 10).toLocaleString(locale(), digits)}%`;
}
