/** What the books promise. */
export const PROMISES = {
  'promise-zero': 'all accounts add to zero',
  'promise-balance': 'each balance is the sum of its postings',
  'promise-below': 'nobody is below zero, and neither is the house',
  'promise-escrow': 'each escrow covers every outcome and a void, and holds what its entries put there',
  'promise-market':
    'no market can cost more than what the house put into it, whichever of its pending bets stay',
  'promise-game': 'no game can lose more than its cap, nor a market of the feed more than its own',
  'promise-empty': 'nothing is left in the escrow of a market that has ended',
  'promise-stake':
    'each bet has one stake posting, of exactly its stake, and each entry of a bet has its bet',
  'promise-once':
    'each bet ends at most once: paid if it won, given back if it is void, sold for what was signed',
  'promise-worth': 'each entry pays every user exactly what the ends of bets are worth that it is for',
  'promise-paid': 'a market that has ended has paid everybody whom its end pays, and nobody else',
  'promise-held':
    'each live bet is held for until it is decided, and is a bet of the books exactly when its stake is there',
  'promise-pending': 'what is pending on each outcome is what its pending bets stake and may be paid',
  'promise-agree': 'open returns, stakes and version of each market agree with its bets and their ends',
  'promise-quote': 'no quote and no key bought two bets',
  'promise-in-time':
    'each bet came before the close, at a price that was fresh, and stayed under the daily cap recorded with it',
  'promise-break': 'nobody bet during a break of their own',
  'promise-audit': 'the audit trail is whole: each row carries the hash that it and the row before it make',
  'promise-seal': 'each seal begins where the one before it ended, and the audit has the same seals',
  'promise-outside':
    'what came from outside and did not go back lies in the escrow contract, at every final block',
  'promise-root': 'the root of each seal is that of the entries, bets and ends of bets as they are now',
  'promise-starts':
    'no start of a game, however early, costs more than its cap, nor more than that of a market of it',
  'promise-minutes':
    'what is kept of the bets of each minute on a market of the feed is what its open bets make',
} as const;
