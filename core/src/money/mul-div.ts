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
  requirePositive(over);
  const product = value * times;
  const quotient = product / over;
  // bigint division cuts towards zero, which is upwards for a negative product.
  return product < 0n && quotient * over !== product ? quotient - 1n : quotient;
}

/**
 * `value * times / over`, multiplied before it is divided and rounded up: what we charge or reserve.
 *
 * @returns the smallest integer not below the exact quotient, also for negative values
 * @throws RangeError when `over` is not above 0
 */
export function mulDivUp({ value, times, over }: MulDiv): bigint {
  return -mulDivDown({ value: -value, times, over });
}

function requirePositive(over: bigint): void {
  if (over <= 0n) throw new RangeError(`expected a divisor above 0, got ${over}`);
}
