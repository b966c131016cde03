/**
 * Ids of notices. A toast, the stream and the list of bets may all report the same event; with the same id it makes one
 * notice.
 */
export const noticeIds = {
  /** An attempt to bet, by its key. */
  transaction: (key: string) => `transaction:${key}`,
  betPlaced: (betId: string) => `bet:${betId}:placed`,
  betConfirmed: (betId: string) => `bet:${betId}:confirmed`,
  betFailed: (betId: string) => `bet:${betId}:failed`,
  /** @param decidesAt the end of its delay, because a bet can have several cash-outs that fail */
  saleFailed: (betId: string, decidesAt: string) => `bet:${betId}:sale:${decidesAt}:failed`,
  /** @param soldStake of all its parts that were sold until then, USDC: it grows with each */
  partSold: (betId: string, soldStake: number) => `bet:${betId}:sold:${soldStake}`,
  betEnded: (betId: string) => `bet:${betId}:ended`,
} as const;
