/**
 * Names for what is told once, though a toast, the stream and the list of bets may all bring it: recent activity keeps
 * one notice under each.
 */
export const noticeIds = {
  /** An attempt to bet, by its key. */
  transaction: (key: string) => `transaction:${key}`,
  betPlaced: (betId: string) => `bet:${betId}:placed`,
  betConfirmed: (betId: string) => `bet:${betId}:confirmed`,
  betFailed: (betId: string) => `bet:${betId}:failed`,
  betEnded: (betId: string) => `bet:${betId}:ended`,
} as const;
