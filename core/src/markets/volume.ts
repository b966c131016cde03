/**
 * A market's volume as shown on its card. Anything but a positive number shows as no volume. Unit and decimals depend
 * on the value; the last digit is rounded to the nearest.
 *
 * @param volume USDT, as a number or numeric text; may be missing
 * @returns such as `0 USDT`, `12.5 USDT`, `1.23K USDT` or `45.6M USDT`
 * @see docs/design/fixed-values.md#markets
 */
export function formatVolume(volume: number | string | null | undefined): string {
  const value = Number(volume ?? 0);
  if (!Number.isFinite(value) || value <= 0) return '0 USDT';
  if (value >= 1_000_000) return `${scaled(value / 1_000_000)}M USDT`;
  if (value >= 1_000) return `${scaled(value / 1_000)}K USDT`;
  return `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} USDT`;
}

function scaled(value: number): string {
  return value.toFixed(value >= 10 ? 1 : 2);
}
