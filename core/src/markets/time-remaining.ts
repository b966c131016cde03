const MINUTE_MS = 60_000;

/**
 * How long a market still runs, in its two largest units, rounded down.
 *
 * @param endsAt moment or ISO text
 * @returns `Nd Nh`, `Nh Nm`, `Nm`, or `Ended` once passed
 * @see product spec, section 4
 */
export function timeRemaining({ endsAt, now }: { endsAt: Date | string; now: Date }): string {
  const leftMs = new Date(endsAt).getTime() - now.getTime();
  if (leftMs <= 0) return 'Ended';
  const minutes = Math.floor(leftMs / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days}d ${hours % 24}h`;
  if (hours > 0) return `${hours}h ${minutes % 60}m`;
  return `${minutes}m`;
}
