/** What core and the server say of results, of what ending a market pays, and of the books. */
export const saidResults = {
  reviewNoWinner:
    'The feed says that the game is over and names no winner; give the result by hand or void the market.',
  reviewSeveral: 'The feed names more than one winner; give the result by hand or void the market.',
  reviewUnknown:
    'The feed names a winner that is not an outcome of the market; give the result by hand or void it.',
  reviewContradiction:
    'What the feed says of the result does not fit together; give the result by hand or void the market.',
  reviewCorrected: 'The feed has changed its result; check which one holds before anything is paid.',
  reviewRemoved:
    'The feed no longer lists the game; find out what became of it, then give the result or void the market.',
  reviewNoResult:
    'Betting closed more than 48 hours ago and there is no result yet; give it by hand or void the market.',
  reviewObjected:
    'A guardian objected to the result; check it anew. The objection of a second guardian makes the market void.',
  reviewDiffers:
    'What the result pays is not what was approved, so nothing more is paid; once the cause is gone, the payment goes on by itself within about a minute.',
  reviewLateBets:
    'Bets were placed after the game began. The contract gives no single bet back, so the market can only be void.',
  reviewRefused:
    'The contract did not take the market, so nobody can bet on it; void it, or delete it and create it anew.',
  reviewHolds:
    'The contract holds a proposed result that does not stand here. A guardian must object to it with their own wallet before its window is over; if nobody does, it is never made final, and every stake goes back 14 days after the close.',
  reviewEnded:
    'The contract ended the market otherwise than was decided here. That cannot be undone and the books follow it; find out who holds the keys.',
  difference:
    'Approved were {{sentenceApproved}}; the books owe {{owed}}, {{sentencePaid}}{{sentenceEnded}} and {{escrow}} lie in escrow.',
  differenceApproved: '{{paid}} USDC for {{sentence}} out of {{held}}',
  differencePaid: '{{paid}} were paid for {{sentence}}',
  differenceEnded: ' (the bets say {{ended}})',
  oneBet: '1 bet',
  bets: '{{bets}} bets',
  feedGives: 'Betting has closed; the feed gives the result once the game is over.',
  reminded: 'Betting has closed and you asked to be reminded: the result is to be given now.',
  byHand: 'Betting has closed; the result is to be given by hand.',

  evidenceMissing: 'Give a link or a note as evidence.',
  reasonMissing: 'Give a reason.',
  keepTo: 'Keep the {{sentence}} to {{most}} characters.',
  hiddenSigns:
    'The {{sentence}} holds signs that are not seen and change how it reads. Type it anew without them.',
  evidence: 'evidence',
  reason: 'reason',
  nameInLink: 'A link must not carry a name or a password before its address.',
  linkScheme: 'Links must begin with https:// or http://.',

  noSuchMarketApproved: 'There is no such market; nothing was approved.',
  ownProposalApproved: 'You proposed this yourself, so another admin must approve it; nothing was approved.',
  noLongerProposed:
    'What would be paid is no longer what was proposed, so nothing was approved; undo it and propose it anew.',
  nothingToApprove: 'Nothing about this market waits for approval; nothing was changed.',
  approvedAlready: 'The end of this market is approved already; nothing was changed.',
  noSuchResult: 'There is no such result; nothing was changed.',
  noSuchMarket: 'There is no such market; nothing was changed.',
  endedAlready: 'This result has ended already; nothing was changed.',
  notApprovedYet: 'Nobody has approved this result yet, so nothing is paid; nothing was changed.',
  tooLateToObject: 'The time for objections is over and the market is being paid; nothing was changed.',
  objectedBefore:
    'You have objected to a result of this market before, so another guardian must object to this one; nothing was changed.',
  settled: 'The market is settled and everybody was paid; nothing was changed, and nothing more can be.',
  voided: 'The market was void and everybody was paid; nothing was changed, and nothing more can be.',
  archived: 'The market is archived and holds no bets; nothing was changed. Restore it first.',
  bettingGoesOn:
    'Betting on the market goes on until {{until}}, so it can have no result yet; nothing was changed. Close it first with "Close now", or void it.',
  decidedAlready: 'The end of the market is decided already; nothing was changed.',
  noSuchOutcome: 'The market has no such outcome; nothing was changed.',
  beingPaid: 'The market is being paid already; nothing was changed, and nothing can stop it.',
  toBeVoid: 'The market is to be void already; nothing was changed. Undo that first if it is wrong.',
  hasResult: 'The market has a result already; nothing was changed. Undo that first if it is wrong.',
  ownBets: 'You have bets on this market, so {{sentence}}; nothing was changed.',
  otherAdmin: 'another admin must decide how it ends',
  otherGuardian: 'another guardian must object',
  marketChanged:
    'The market has changed since you saw what would be paid, so nothing was done; look at it as it is now and confirm again.',
  lateBets:
    'Bets that were placed after the game began are being given back; nothing was changed. Try again in a moment.',
  notRecorded: 'It could not be recorded, so nothing was changed; try again.',
  recordedOrNot: 'We cannot tell yet whether it was recorded; look at the results before you try again.',
  everybodyPaid: 'Everybody was paid, so nothing can be undone; nothing was changed.',
  nothingToUndo: 'The market has no result to undo; nothing was changed.',
  tooLateToUndo: 'The market is being paid, so its result can no longer be undone; nothing was changed.',
  lateBetsOnChain:
    'Bets were placed after the game began, and the contract gives no single bet back, so the market can only be void; nothing was changed.',
  pendingBets:
    'Bets on the market are on their way to the blockchain and not final yet; nothing was changed. {{sentence}}',
  disableFirst: 'Disable the market and try again in a minute.',
  inAMinute: 'Try again in a minute.',
  endedByContract:
    'The contract has ended the market already, and everybody is paid by it; nothing was changed.',
  endedByContractUndo:
    'The contract has ended the market, so its result can no longer be undone; nothing was changed.',
  twoObjected: 'Two guardians objected, so the market becomes void; nothing was changed.',

  endChanged: 'The feed has changed its result.',
  endAbandoned: 'The market had no result 14 days after its close, so the contract made it void.',
  endByContract: 'The contract made it final.',
  endObjectedThere: 'A guardian objected on the blockchain; the hash of the reason is {{hash}}.',
  endBeganEarlier: 'The game began earlier than was said: bets from then on are given back first.',

  oddLateBets:
    'Bets that were placed after the game began are still to be given back; look again in a moment.',
  oddPrice: 'The winner was priced at {{percent}}% when betting closed.',
  oddLastMinute: '{{sentence}} placed in the last minute, with {{amount}} USDC.',
  oneOnWinner: '1 bet on the winner was',
  manyOnWinner: '{{bets}} bets on the winner were',
  oddTop: '{{who}} gets {{amount}} of the {{all}} USDC that are paid.',
  oddOnly: '{{who}} is the only one who is paid.',
  oddInsider: '{{who}} has bets on the market and is an admin or a guardian.',
  oddObjection: 'A guardian objected to an earlier result of the market.',
  oddCost: 'It costs the house {{lost}} USDC, more than half of its budget of {{budget}}.',
  oddCanceled: 'The feed says that the game was canceled.',
  oddStopped: 'The feed had stopped the betting.',
  oddStale: 'The odds of the feed were too old when betting closed.',

  accountUsers: 'Users',
  accountEscrow: 'Escrow of this market',
  accountOtherEscrow: 'Escrow of other markets',
  accountPool: 'House pool',
  accountFees: 'Fees',
  accountFaucet: 'Faucet',
  accountOutside: 'Outside',

  promiseZero: 'all accounts add to zero',
  promiseBalance: 'each balance is the sum of its postings',
  promiseBelow: 'nobody is below zero, and neither is the house',
  promiseEscrow: 'each escrow covers every outcome and a void, and holds what its entries put there',
  promiseMarket:
    'no market can cost more than what the house put into it, whichever of its pending bets stay',
  promiseGame: 'no game can lose more than its cap, nor a market of the feed more than its own',
  promiseEmpty: 'nothing is left in the escrow of a market that has ended',
  promiseStake: 'each bet has one stake posting, of exactly its stake, and each entry of a bet has its bet',
  promiseOnce:
    'each bet ends at most once: paid if it won, given back if it is void, sold for what was signed',
  promiseWorth: 'each entry pays every user exactly what the ends of bets are worth that it is for',
  promisePaid: 'a market that has ended has paid everybody whom its end pays, and nobody else',
  promiseHeld:
    'each live bet is held for until it is decided, and is a bet of the books exactly when its stake is there',
  promisePending: 'what is pending on each outcome is what its pending bets stake and may be paid',
  promiseAgree: 'open returns, stakes and version of each market agree with its bets and their ends',
  promiseQuote: 'no quote and no key bought two bets',
  promiseInTime:
    'each bet came before the close, at a price that was fresh, and stayed under the daily cap recorded with it',
  promiseBreak: 'nobody bet during a break of their own',
  promiseAudit: 'the audit trail is whole: each row carries the hash that it and the row before it make',
  promiseSeal: 'each seal begins where the one before it ended, and the audit has the same seals',
  promiseOutside:
    'what came from outside and did not go back lies in the escrow contract, at every final block',
  promiseRoot: 'the root of each seal is that of the entries, bets and ends of bets as they are now',
} as const;
