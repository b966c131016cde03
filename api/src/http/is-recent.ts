/** Whether a moment was less than `ms` ago. A moment in the future isn't: the clock may have been set back. */
export function isRecent(at: number, ms: number, now: Date): boolean {
  const age = now.getTime() - at;
  return age >= 0 && age < ms;
}
