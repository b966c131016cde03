/** How odds can be shown. Signed and sent odds are always decimal. */
export const ODDS_FORMATS = ['decimal', 'american', 'fractional', 'percent'] as const;
export type OddsFormat = (typeof ODDS_FORMATS)[number];

/** Decimal odds of 1.00, which return only the stake; in hundredths, as in the API. */
const STAKE = 100;
/** From 2.00 on American odds give the profit on a stake of 100; below, the stake needed to win 100. */
const EVEN = 200;

/**
 * Formats odds with integer arithmetic. If a format can't express the odds exactly, it rounds to the next worse odds, so
 * the page never promises more than is paid. The decimal separator is a point in every language, as in the signed text.
 *
 * @param odds decimal, with two decimals
 * @returns such as `1.83`, `-121`, `83/100` or `54.65%`; odds that pay nothing are `0.00`, in other formats a dash
 */
export function formatOdds(odds: number, format: OddsFormat): string {
  // Rounding only removes the floating-point error.
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

/** The same for a figure without a label: `1.83x`. Only decimal odds are a factor. */
export function oddsFactor(odds: number, format: OddsFormat): string {
  const text = formatOdds(odds, format);
  return format === 'decimal' ? `${text}x` : text;
}

/** Exact from 2.00 on. Below, the stake needed to win 100 is rounded up. */
function american(hundredths: number): string {
  const profit = hundredths - STAKE;
  return hundredths >= EVEN ? `+${profit}` : `-${divideUp(STAKE * 100, profit)}`;
}

/** Profit to stake, exact and reduced: 1.83 is 83/100, not the customary 5/6, which would promise more. */
function fractional(hundredths: number): string {
  const profit = hundredths - STAKE;
  const divisor = greatestCommonDivisor(profit, STAKE);
  return `${profit / divisor}/${STAKE / divisor}`;
}

/** The stake as a share of the return, 1 / odds. Rounded up, because a higher percentage means worse odds. */
function percent(hundredths: number): string {
  return `${twoDecimals(divideUp(STAKE * 10_000, hundredths))}%`;
}

function twoDecimals(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** For positive integers. */
function divideUp(value: number, divisor: number): number {
  return Math.floor((value + divisor - 1) / divisor);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
