/** The ways in which odds can be shown. What is signed and sent is decimal, whatever is chosen here. */
export const ODDS_FORMATS = ['decimal', 'american', 'fractional', 'percent'] as const;
export type OddsFormat = (typeof ODDS_FORMATS)[number];

/** Decimal odds of 1.00, at which only the stake comes back; in hundredths, as the wire has odds. */
const STAKE = 100;
/** From 2.00 on American odds say what a stake of 100 wins; below, what has to be staked to win 100. */
const EVEN = 200;

/**
 * Odds as people read them, by whole numbers alone. Where a format cannot say the odds exactly it says the next worse
 * ones, so that what is shown never promises more than what is paid. A point parts the decimals in every language, as
 * in the text that is signed.
 *
 * @param odds decimal, with two decimals
 * @returns such as `1.83`, `-121`, `83/100` or `54.65%`; what pays nothing is `0.00`, in the other formats a dash
 */
export function formatOdds(odds: number, format: OddsFormat): string {
  // Rounding only removes the error of the double.
  const hundredths = Number.isFinite(odds) ? Math.round(odds * 100) : 0;
  if (format === 'decimal') return twoDecimals(hundredths);
  if (hundredths <= STAKE) return '–';
  switch (format) {
    case 'american':
      return american(hundredths);
    case 'fractional':
      return fractional(hundredths);
    case 'percent':
      return percent(hundredths);
  }
}

/** The same where a figure stands alone: `1.83x`. Only decimal odds are a factor. */
export function oddsFactor(odds: number, format: OddsFormat): string {
  const text = formatOdds(odds, format);
  return format === 'decimal' ? `${text}x` : text;
}

/** Exact from 2.00 on. Below it is rounded up: never less is named than has to be staked to win 100. */
function american(hundredths: number): string {
  const profit = hundredths - STAKE;
  return hundredths >= EVEN ? `+${profit}` : `-${divideUp(STAKE * 100, profit)}`;
}

/** Profit to stake, reduced and exact: 1.83 is 83/100, and not the customary 5/6, which would promise more. */
function fractional(hundredths: number): string {
  const profit = hundredths - STAKE;
  const divisor = greatestCommonDivisor(profit, STAKE);
  return `${profit / divisor}/${STAKE / divisor}`;
}

/** The part of a return that has to be staked for it, 1 / odds. Rounded up: more percent are worse odds. */
function percent(hundredths: number): string {
  return `${twoDecimals(divideUp(STAKE * 10_000, hundredths))}%`;
}

function twoDecimals(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** Of whole numbers above zero. */
function divideUp(value: number, divisor: number): number {
  return Math.floor((value + divisor - 1) / divisor);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
