/** The landing page around the list of markets, and the page for an unknown address. */
export const landing = {
  predict: 'Predict the game.',
  profit: 'Profit instantly.',
  lead: 'Fixed odds on sports, politics and crypto. See your stake, payout and the exact message before you sign.',
  browse: 'Browse live markets',
  tryDemo: 'Try demo mode',
  liveVolumeAmount: '$1.2M+',
  liveVolume: 'live volume',
  demo: 'This is a demo: all USDC here is practice money.',
  whatYouGet: 'What you get',
  edge: '0% House Edge',
  edgeMeans:
    'We add no margin on premium markets. Odds are rounded down to two decimals, which costs about 0.2% to 0.5%. <link>How it is measured</link>',
  payouts: 'Instant Payouts',
  payoutsMean:
    "Each market's escrow covers every outcome from the first bet, so winners are paid as soon as it settles.",
  custody: 'Non-custodial',
  custodyMeans:
    'Your keys stay in your wallet. It signs every bet in plain words, and a signature alone moves no money.',
  liveMarkets: 'Live Prediction Markets',
  sampleReceipt:
    "Sample receipt, torn in two. Your half: $25.00 on Harbour City at odds 1.85. The book's half: potential win $21.25, total return $46.25, in escrow.",
  sample: 'Sample',
  sampleQuestion: 'Harbour City v Northgate: who wins?',
  sampleOutcome: 'Harbour City',
  stake: 'Stake',
  yourHalf: 'Your half',
  potentialWin: 'Potential win',
  totalReturn: 'Total return',
  sampleHeld: 'signed 0x71C765…d8976F · 46.25 in escrow',
  booksHalf: "The book's half",
  notFoundTitle: 'Page not found',
  notFound: '404 Page Not Found',
  notFoundWhy: 'There is nothing at <address/>. The address may be wrong, or the page may have moved.',
  toMarkets: 'Go to the markets',
} as const;
