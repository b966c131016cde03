/** The legal terms on technology: what can go wrong with wallets, chains and this service. */
export const legalTechnology = {
  keys: 'Your wallet and your keys',
  keysYours:
    'Your keys stay in your wallet. We never ask for them, and cannot restore them or reverse what they sign. Anyone with your keys or recovery words can act as you.',
  keysRead:
    'Check the stake, outcome and odds in your wallet before each bet, in case this page was tampered with. A signature by itself moves nothing; it allows exactly that bet.',
  service: 'This service',
  serviceStops:
    "It can be slow, interrupted, wrong or stopped at any time. While the books can't be proven sound, betting is paused.",
  serviceLost:
    'If a bet gets no answer, send it again: it is recorded only once. Your profile shows what was recorded.',
  serviceOld: 'Offline or old pages may show outdated prices. The odds you sign are checked again.',
  serviceMistakes:
    'After an obvious error, such as two answers swapped, a market may be voided and open stakes returned.',
  chains: 'Chains, wallets and tokens',
  chainsOthers:
    'Others run Ethereum, BSC, Polygon, Solana, wallet programs and USDC. These can fail, fork, be congested, change rules or freeze funds. A “Reference” is made from your signature and is not a blockchain transaction.',
  practice: 'Practice wallets',
  practiceKey:
    'A practice wallet keeps an unprotected key in your browser. Clearing browser data deletes it for good. Keep nothing of value in it.',
} as const;
