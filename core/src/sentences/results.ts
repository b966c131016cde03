/** Why a market's end can't be proposed, approved, objected to or undone, and warnings in a rehearsal. */
export const RESULTS = {
  'no-market-to-approve': 'There is no such market; nothing was approved.',
  'own-result': 'You proposed this yourself, so another admin must approve it; nothing was approved.',
  'no-longer-proposed':
    'The payouts are no longer what was proposed, so nothing was approved; undo the result and propose it again.',
  'nothing-to-approve': 'This market has nothing to approve; nothing was changed.',
  'approved-already': 'The result of this market is already approved; nothing was changed.',
  'no-such-result': 'There is no such result; nothing was changed.',
  'no-such-market': 'There is no such market; nothing was changed.',
  'result-ended': 'This result is already closed; nothing was changed.',
  'not-approved-yet':
    'This result is not approved yet, so there is nothing to object to; nothing was changed.',
  'too-late-to-object': 'The time for objections is over and the market is being paid; nothing was changed.',
  'objected-before':
    'You already objected to a result of this market, so another guardian must object to this one; nothing was changed.',
  'market-settled': 'The market is settled and everyone was paid, so nothing can be changed.',
  'market-voided': 'The market was voided and everyone was paid, so nothing can be changed.',
  'market-archived': 'The market is archived and has no bets; nothing was changed. Restore it first.',
  'betting-goes-on':
    'Betting on the market is open until {{until:minute}}, so it can\'t have a result yet; nothing was changed. Close it first with "Close now", or void it.',
  'decided-already': 'The result of the market is already decided; nothing was changed.',
  'no-such-outcome': 'The market has no such outcome; nothing was changed.',
  'wrong-winner': 'Exactly one outcome of this market wins; nothing was changed.',
  'wrong-winners':
    'Exactly {{winners}} of the {{outcomes}} outcomes of this market win; nothing was changed.',
  'being-paid': 'The market is already being paid, and nothing can stop it; nothing was changed.',
  'to-be-void':
    'The market is already set to be voided; nothing was changed. Undo that first if it is wrong.',
  'has-result': 'The market already has a result; nothing was changed. Undo that first if it is wrong.',
  'market-changed':
    'The market has changed since you saw what would be paid, so nothing was done; check the new figures and confirm again.',
  'late-bets-refunded':
    'Bets placed after the game began are being refunded; nothing was changed. Try again in a moment.',
  'result-not-recorded': 'This could not be recorded, so nothing was changed; try again.',
  'result-recorded-or-not':
    "We can't tell yet whether this was recorded; check the results before you try again.",
  'everybody-paid': "Everyone was already paid, so this can't be undone; nothing was changed.",
  'nothing-to-undo': 'The market has no result to undo; nothing was changed.',
  'too-late-to-undo': "The market is being paid, so its result can't be undone; nothing was changed.",
  'late-bets-on-chain':
    "Bets were placed after the game began, and the contract can't refund single bets, so the market can only be voided; nothing was changed.",
  'ended-by-contract':
    'The contract has already ended the market and pays everyone itself; nothing was changed.',
  'ended-by-contract-undo':
    "The contract has ended the market, so its result can't be undone; nothing was changed.",
  'two-objected': 'Two guardians objected, so the market is voided; nothing was changed.',
  'end-feed-changed': 'The feed has changed its result.',
  'end-abandoned': 'The market had no result 14 days after its close, so the contract made it void.',
  'end-by-contract': 'The contract made it final.',
  'end-objected-on-chain': 'A guardian objected on the blockchain; the hash of the reason is {{hash}}.',
  'end-began-earlier': 'The game began earlier than was said: bets from then on are given back first.',
  'odd-late-bets':
    'Bets that were placed after the game began are still to be given back; look again in a moment.',
  'odd-price': 'The winner was priced at {{percent}}% when betting closed.',
  'odd-price-of': '{{outcome}} was priced at {{percent}}% when betting closed.',
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
    'Some bets are not final on the blockchain yet; nothing was changed. Disable the market and try again in a minute.',
  'pending-bets':
    'Some bets are not final on the blockchain yet; nothing was changed. Try again in a minute.',
  'odd-last-minute-one': '1 winning bet was placed in the last minute, with {{amount:usdc}} USDC.',
  'odd-last-minute': '{{count}} winning bets were placed in the last minute, with {{amount:usdc}} USDC.',
} as const;
