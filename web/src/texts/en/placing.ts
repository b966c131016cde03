/** Messages about placing a bet that the page can show without its form. */
export const placing = {
  walletRequired: 'Wallet Required',
  walletRequiredWhy: 'Please connect your wallet first',
  failed: 'Bet Failed',
} as const;
