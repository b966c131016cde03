/** The first page around the list of markets, and the page of an address that leads nowhere. */
export const landing = {
  predict: 'Predict the game.',
  profit: 'Profit instantly.',
  lead: 'Fixed odds on sports, politics and crypto. Before every bet you see what leaves, what may come back, and the exact words your wallet signs.',
  browse: 'Browse live markets',
  tryDemo: 'Try demo mode',
  liveVolumeAmount: '$1.2M+',
  liveVolume: 'live volume',
  demo: 'This is a demo: all USDC here is practice money.',
  whatYouGet: 'What you get',
  edge: '0% House Edge',
  edgeMeans:
    'No margin is added on premium markets. Odds are rounded down to two decimals, which costs about 0.2% to 0.5%. <link>How it is measured</link>',
  payouts: 'Instant Payouts',
  payoutsMean:
    'The escrow of a market covers every outcome from the first bet on, so winners are paid when it settles.',
  custody: 'Non-custodial',
  custodyMeans:
    'Your keys stay in your wallet. It signs every bet in plain words, and a signature alone moves nothing.',
  liveMarkets: 'Live Prediction Markets',
  sampleReceipt:
    "Sample receipt, torn in two. Your half: $25.00 on Harbour City at odds 1.85. The book's half: potential win $21.25, total return $46.25, held in escrow.",
  sample: 'Sample',
  sampleQuestion: 'Harbour City v Northgate: who wins?',
  sampleOutcome: 'Harbour City',
  stake: 'Stake',
  yourHalf: 'Your half',
  potentialWin: 'Potential win',
  totalReturn: 'Total return',
  sampleHeld: 'signed 0x71C765…d8976F · escrow holds 46.25',
  booksHalf: "The book's half",
  notFoundTitle: 'Page not found',
  notFound: '404 Page Not Found',
  notFoundWhy: 'Nothing lives at <address/>. The address may be mistyped, or the page has moved.',
  toMarkets: 'Go to the markets',
} as const;
