interface MulDiv {
  value: bigint;
  times: bigint;
  /** Above 0. */
  over: bigint;
}

/**
 * `value * times / over`, multiplied before it is divided and rounded down, as for everything we pay.
 *
 * @returns the largest integer not above the exact quotient, also for negative values
 * @throws RangeError when `over` isn't above 0
 */
export function mulDivDown({ value, times, over }: MulDiv): bigint {
  if (over <= 0n) throw new RangeError(`expected a divisor above 0, got ${over}`);
  const product = value * times;
  const quotient = product / over;
  // bigint division truncates towards zero, which rounds a negative product up.
  return product < 0n && quotient * over !== product ? quotient - 1n : quotient;
}
