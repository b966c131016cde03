/** The legal terms on technology: what can go wrong with wallets, chains and this service. */
export const legalTechnology = {
  keys: 'Your wallet and your keys',
  keysYours:
    'Your keys stay in your wallet. We never ask for them, and cannot restore them or reverse what they sign. Anyone who has your keys or recovery words can act as you.',
  keysRead:
    'Before each bet your wallet shows the stake, the outcome and the odds. Check them there, in case this page was tampered with. A signature by itself moves nothing; it allows exactly that bet.',
  service: 'This service',
  serviceStops:
    "It can be slow, interrupted or wrong, and can be stopped at any time. While the books can't be proven sound, betting is paused.",
  serviceLost:
    'If you get no answer to a bet, send the same bet again: it is recorded only once. Your profile shows what was recorded.',
  serviceOld: 'Prices on an offline or old page may be out of date. The odds you sign are checked again.',
  serviceMistakes:
    'After an obvious error in a market, such as two answers swapped, it may be voided and open stakes returned.',
  chains: 'Chains, wallets and tokens',
  chainsOthers:
    'Others run Ethereum, BSC, Polygon, Solana, wallet programs and USDC. They can fail, fork, be congested, change their rules or freeze funds. A “Reference” is made from your signature and is not a transaction on a chain.',
  practice: 'Practice wallets',
  practiceKey:
    "A practice wallet keeps an unprotected key in your browser. Clearing the browser's data deletes it for good. Never keep anything of value in it.",
} as const;
