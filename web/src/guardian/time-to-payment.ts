/** Time until a result is paid: `1 h 05 min`, `4 min 09 s`; null once it is due. */
export function timeToPayment(paysFrom: string, now: Date): string | null {
  const seconds = Math.ceil((Date.parse(paysFrom) - now.getTime()) / 1000);
  // Also if the time can't be parsed.
  if (!(seconds > 0)) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}
