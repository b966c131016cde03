/** A moment for people in UTC, to the minute: `2026-11-24 16:30 UTC`. */
export function utcMinute(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
