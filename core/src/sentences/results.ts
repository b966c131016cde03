/** Why the end of a market is not proposed, approved, objected to or undone; and what a rehearsal has that is odd. */
export const RESULTS = {
  'no-market-to-approve': 'There is no such market; nothing was approved.',
  'own-result': 'You proposed this yourself, so another admin must approve it; nothing was approved.',
  'no-longer-proposed':
    'What would be paid is no longer what was proposed, so nothing was approved; undo it and propose it anew.',
  'nothing-to-approve': 'Nothing about this market waits for approval; nothing was changed.',
  'approved-already': 'The end of this market is approved already; nothing was changed.',
  'no-such-result': 'There is no such result; nothing was changed.',
  'no-such-market': 'There is no such market; nothing was changed.',
  'result-ended': 'This result has ended already; nothing was changed.',
  'not-approved-yet': 'Nobody has approved this result yet, so nothing is paid; nothing was changed.',
  'too-late-to-object': 'The time for objections is over and the market is being paid; nothing was changed.',
  'objected-before':
    'You have objected to a result of this market before, so another guardian must object to this one; nothing was changed.',
  'market-settled':
    'The market is settled and everybody was paid; nothing was changed, and nothing more can be.',
  'market-voided':
    'The market was void and everybody was paid; nothing was changed, and nothing more can be.',
  'market-archived': 'The market is archived and holds no bets; nothing was changed. Restore it first.',
  'betting-goes-on':
    'Betting on the market goes on until {{until:minute}}, so it can have no result yet; nothing was changed. Close it first with "Close now", or void it.',
  'decided-already': 'The end of the market is decided already; nothing was changed.',
  'no-such-outcome': 'The market has no such outcome; nothing was changed.',
  'being-paid': 'The market is being paid already; nothing was changed, and nothing can stop it.',
  'to-be-void': 'The market is to be void already; nothing was changed. Undo that first if it is wrong.',
  'has-result': 'The market has a result already; nothing was changed. Undo that first if it is wrong.',
  'market-changed':
    'The market has changed since you saw what would be paid, so nothing was done; look at it as it is now and confirm again.',
  'late-bets-refunded':
    'Bets that were placed after the game began are being given back; nothing was changed. Try again in a moment.',
  'result-not-recorded': 'It could not be recorded, so nothing was changed; try again.',
  'result-recorded-or-not':
    'We cannot tell yet whether it was recorded; look at the results before you try again.',
  'everybody-paid': 'Everybody was paid, so nothing can be undone; nothing was changed.',
  'nothing-to-undo': 'The market has no result to undo; nothing was changed.',
  'too-late-to-undo': 'The market is being paid, so its result can no longer be undone; nothing was changed.',
  'late-bets-on-chain':
    'Bets were placed after the game began, and the contract gives no single bet back, so the market can only be void; nothing was changed.',
  'ended-by-contract':
    'The contract has ended the market already, and everybody is paid by it; nothing was changed.',
  'ended-by-contract-undo':
    'The contract has ended the market, so its result can no longer be undone; nothing was changed.',
  'two-objected': 'Two guardians objected, so the market becomes void; nothing was changed.',
  'end-feed-changed': 'The feed has changed its result.',
  'end-abandoned': 'The market had no result 14 days after its close, so the contract made it void.',
  'end-by-contract': 'The contract made it final.',
  'end-objected-on-chain': 'A guardian objected on the blockchain; the hash of the reason is {{hash}}.',
  'end-began-earlier': 'The game began earlier than was said: bets from then on are given back first.',
  'odd-late-bets':
    'Bets that were placed after the game began are still to be given back; look again in a moment.',
  'odd-price': 'The winner was priced at {{percent}}% when betting closed.',
  'odd-top': '{{who}} gets {{amount:usdc}} of the {{all:usdc}} USDC that are paid.',
  'odd-only': '{{who}} is the only one who is paid.',
  'odd-insider': '{{who}} has bets on the market and is an admin or a guardian.',
  'odd-objection': 'A guardian objected to an earlier result of the market.',
  'odd-cost': 'It costs the house {{lost:usdc}} USDC, more than half of its budget of {{budget:usdc}}.',
  'odd-canceled': 'The feed says that the game was canceled.',
  'odd-stopped': 'The feed had stopped the betting.',
  'odd-stale': 'The odds of the feed were too old when betting closed.',
  'own-bets-admin':
    'You have bets on this market, so another admin must decide how it ends; nothing was changed.',
  'own-bets-guardian': 'You have bets on this market, so another guardian must object; nothing was changed.',
  'pending-bets-disable':
    'Bets on the market are on their way to the blockchain and not final yet; nothing was changed. Disable the market and try again in a minute.',
  'pending-bets':
    'Bets on the market are on their way to the blockchain and not final yet; nothing was changed. Try again in a minute.',
  'odd-last-minute-one': '1 bet on the winner was placed in the last minute, with {{amount:usdc}} USDC.',
  'odd-last-minute':
    '{{count}} bets on the winner were placed in the last minute, with {{amount:usdc}} USDC.',
} as const;
