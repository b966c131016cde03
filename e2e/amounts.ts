/** An amount in micro-USDC as the screens write it with all its decimals. */
export function exactly(micro: bigint): string {
  const whole = (micro < 0n ? -micro : micro) / 1_000_000n;
  const rest = String((micro < 0n ? -micro : micro) % 1_000_000n).padStart(6, '0');
  const decimals = rest.slice(0, 2) + rest.slice(2).replace(/0+$/, '');
  return `${micro < 0n ? '-' : ''}$${whole.toLocaleString('en-US')}.${decimals}`;
}

/** The same with a plus for a gain. */
export function exactlySigned(micro: bigint): string {
  return micro > 0n ? `+${exactly(micro)}` : exactly(micro);
}

/** An amount from the wire in micro-USDC: it has at most six decimals, so nothing is lost. */
export function micro(amount: number): bigint {
  return BigInt(Math.round(amount * 1_000_000));
}
