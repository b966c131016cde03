interface MulDiv {
  value: bigint;
  times: bigint;
  /** Above 0. */
  over: bigint;
}

/**
 * `value * times / over`, multiplied before it is divided and rounded down: what we pay.
 *
 * @returns the largest integer not above the exact quotient, also for negative values
 * @throws RangeError when `over` is not above 0
 */
export function mulDivDown({ value, times, over }: MulDiv): bigint {
  if (over <= 0n) throw new RangeError(`expected a divisor above 0, got ${over}`);
  const product = value * times;
  const quotient = product / over;
  // bigint division cuts towards zero, which is upwards for a negative product.
  return product < 0n && quotient * over !== product ? quotient - 1n : quotient;
}
