/**
 * How long the house's acceptance of a live bet holds: long enough for a batch that blocks pass over to be offered for more
 * twice (see api/src/chain/raise-fees.ts), and no longer, for until then its bettor can still decide to let the bet fail.
 */
const ACCEPTANCE_MS = 30_000;

/** With less time than this a bet would hardly reach a block. */
const LEAST_ACCEPTANCE_MS = 20_000;

/** How long after its quote the authorization of a live bet's stake can still be used. */
const AUTHORIZED_AFTER_QUOTE_S = 60;

/**
 * Until when the house's acceptance of a live bet holds: never past the close of its market, nor past the authorization of
 * its stake. The chain counts whole seconds.
 *
 * @returns null when so little time is left that the bet is not taken
 */
export function acceptedUntil(at: { now: Date; closesAt: Date; deadline: Date }): Date | null {
  const most = Math.min(at.now.getTime() + ACCEPTANCE_MS, at.closesAt.getTime(), at.deadline.getTime());
  const until = Math.floor(most / 1000) * 1000;
  return until - at.now.getTime() < LEAST_ACCEPTANCE_MS ? null : new Date(until);
}

/** Until when the authorization of a stake must hold that is signed for a quote, in seconds since 1970. */
export function authorizationDeadline(quoteExpiresAt: Date): number {
  return Math.floor(quoteExpiresAt.getTime() / 1000) + AUTHORIZED_AFTER_QUOTE_S;
}
