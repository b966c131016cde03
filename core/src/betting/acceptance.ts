/**
 * How long the house's acceptance of a live bet is valid: long enough to raise the fee twice for a batch that no
 * block takes (see api/src/chain/raise-fees.ts), but no longer, because until it ends the bettor can still make the
 * bet fail.
 */
const ACCEPTANCE_MS = 30_000;

/** With less time than this a bet would hardly get into a block. */
const LEAST_ACCEPTANCE_MS = 20_000;

/** How long after its quote expires the authorization of a live bet's stake stays usable. */
const AUTHORIZED_AFTER_QUOTE_S = 60;

/**
 * When the house's acceptance of a live bet ends: never after its market closes or its stake's authorization ends.
 * The chain counts whole seconds.
 *
 * @returns null when too little time is left to take the bet
 */
export function acceptedUntil(at: { now: Date; closesAt: Date; deadline: Date }): Date | null {
  const most = Math.min(at.now.getTime() + ACCEPTANCE_MS, at.closesAt.getTime(), at.deadline.getTime());
  const until = Math.floor(most / 1000) * 1000;
  return until - at.now.getTime() < LEAST_ACCEPTANCE_MS ? null : new Date(until);
}

/** When a quoted stake's authorization must end, in seconds since 1970. */
export function authorizationDeadline(quoteExpiresAt: Date): number {
  return Math.floor(quoteExpiresAt.getTime() / 1000) + AUTHORIZED_AFTER_QUOTE_S;
}
