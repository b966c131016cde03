/** The legal terms on technology: what can go wrong with wallets, chains and this service. */
export const legalTechnology = {
  keys: 'Your wallet and your keys',
  keysYours:
    'Your keys stay in your wallet. We never see them, cannot restore them and cannot reverse what they sign. Anyone who gets hold of your keys or recovery words can act as you. We never ask for them.',
  keysRead:
    'Before each bet your wallet shows one sentence with the stake, the outcome and the odds. Read it there, not only on this page: it is your last chance to notice a page that has been tampered with. A signature by itself moves nothing; it allows exactly that one bet to be recorded.',
  service: 'This service',
  serviceStops:
    "It can be slow, interrupted or wrong, and it can be stopped at any time for maintenance or to protect the books. While the books can't be proven sound, betting is paused and you can still read everything.",
  serviceLost:
    'If an answer is lost on the way, you may not know at once whether a bet was accepted. Sending the same bet again is safe: it is recorded only once. Your profile shows what was recorded.',
  serviceOld:
    'Prices on a page that is offline or was left open may be old. The odds you sign are checked again.',
  serviceMistakes:
    'The software may contain mistakes. After an obvious error in a market, such as two answers swapped, the market may be voided and open stakes returned.',
  chains: 'Chains, wallets and tokens',
  chainsOthers:
    'Ethereum, BSC, Polygon, Solana, wallet programs and USDC are run by others. They can fail, fork, be congested, change their rules or freeze funds. Choosing a chain in the wallet menu decides which wallet signs. A line marked “Reference” is made from your signature and is not a transaction on a chain.',
  practice: 'Practice wallets',
  practiceKey:
    "A practice wallet keeps an unprotected key in your browser, so you can try everything without an extension. Clearing the browser's data deletes the key for good. Never keep anything of value in it.",
} as const;
