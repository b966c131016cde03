/** What the books promise. */
export const PROMISES = {
  'promise-zero': 'all accounts add to zero',
  'promise-balance': 'each balance is the sum of its postings',
  'promise-below': 'no user is below zero, and neither is the house',
  'promise-escrow': 'each escrow covers every outcome and a void, and holds exactly what its entries put in',
  'promise-market': 'no market can cost more than the house put into it, whichever pending bets go through',
  'promise-game': 'no game can lose more than its cap, and no feed market more than its own',
  'promise-empty': 'nothing is left in the escrow of an ended market',
  'promise-stake': 'each bet has one stake posting for exactly its stake, and each bet entry has its bet',
  'promise-once':
    'each bet ends at most once: paid if it won, refunded if void, or sold, whole or part by part, for the signed amount, or more while its game was played',
  'promise-worth': 'each entry pays every user exactly what the bets it ends are worth',
  'promise-paid': 'an ended market has paid everyone it owes, and no one else',
  'promise-held':
    'money is reserved for each live bet until it is decided, and the books count the bet exactly when its stake has arrived',
  'promise-pending': 'the pending totals of each outcome match the stakes and payouts of its pending bets',
  'promise-agree': 'open returns, stakes and version of each market match its bets and how they ended',
  'promise-quote': 'no quote or request key placed two bets',
  'promise-in-time':
    'each bet and each combo was placed before the close, at fresh odds, and within the daily cap recorded with it',
  'promise-combos': 'the account of the combos holds exactly the full returns of the open combos',
  'promise-combo':
    "each combo has one entry that moves its stake and the house's part, and each such entry has its combo",
  'promise-combo-end':
    'each combo ends at most once, by the results of its selections or for the signed amount, and its entry pays exactly that',
  'promise-legs': 'the result of each selection of a combo is that of its market',
  'promise-open-combos': 'the list of open combos has each combo that has not ended, and no other',
  'promise-orders':
    'the account of the orders holds exactly the stakes of the bets in play that wait for their delay',
  'promise-order':
    'each order has one entry that holds its stake and ends at most once: the stake went back, or the bet took it',
  'promise-delay':
    'each bet in play was ordered before: the whole delay passed without a suspension, and the feed had confirmed the price at its end',
  'promise-sale':
    'each cash-out of a bet or combo on a running game was asked for before: the whole delay passed without a suspension, and the feed had confirmed the price at its end; each automatic cash-out paid at least what was signed',
  'promise-break': 'no one bet during their own break',
  'promise-audit': 'the audit trail is intact: each row carries the hash made from it and the row before',
  'promise-seal': 'each seal starts where the one before it ended, and the audit has the same seals',
  'promise-outside':
    'money that came in and did not go back out is in the escrow contract, at every final block',
  'promise-root': 'the root of each seal matches the entries, bets and bet endings as they are now',
  'promise-starts':
    'however early a game starts, it cannot cost more than its cap, nor any of its markets more than its own',
  'promise-minutes': 'the per-minute totals kept for a feed market match its open bets',
} as const;
