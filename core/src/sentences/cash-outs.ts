/** Why the server refuses a cash-out, and why a bet has no receipt. A position is a bet or a combo. */
export const CASH_OUTS = {
  'cash-out-live-mode': "Live bets can't be cashed out yet, so your bet stays open.",
  'cash-out-bet-ended':
    'This position has ended, so there is nothing to cash out; see its result in your history.',
  'cash-out-not-accepted':
    "This bet hasn't been accepted, so there is nothing to cash out; see its state in your history.",
  'cash-out-market-closed':
    'Betting on this market has closed, so your position stays open until the result.',
  'cash-out-market-suspended':
    'The market is suspended, so your position stays open; try again once the market reopens.',
  'cash-out-feed-stale':
    'The odds on this market are out of date, so your position stays open; try again when new odds arrive.',
  'cash-out-too-soon': 'You can cash out one minute after placing; until then your position stays open.',
  'cash-out-no-price': 'This position is worth less than a cent right now, so it stays open.',
  'cash-out-one-sided':
    'The feed prices only one side of this market, so nothing says what your bet is worth; it stays open until the result.',
  'cash-out-not-covered':
    'The funds that are left for this market are needed for other bets right now, so your bet stays open; try again later.',
  'cash-out-waiting':
    'Another cash-out of this position is waiting for a decision, and it stays open until then.',
  'cash-out-automatic':
    'An automatic cash-out waits for this bet, so no part was sold; cancel it first, then sell a part.',
  'cash-out-changed':
    'Another part of this bet was sold since you signed, so nothing more was; look at what is open and sign again.',
  'cash-out-game-began': 'Another game of this combo has begun, so the combo stays open; cash out again.',
  'cash-out-part-too-small':
    'The smallest part is {{least:usdc}} USDC of the stake, so your bet stays as it is; choose a larger part.',
  'cash-out-part-too-large':
    'At least {{least:usdc}} USDC of the stake has to stay open, so your bet stays as it is; sell a smaller part or all of it.',
  'partial-cash-out-not-yet':
    'Parts of bets can be sold once all our servers are updated, so your bet stays as it is; try again later.',
  'cash-out-books':
    'No cash-out is paid while our books are checked, so your position stays open; try again later.',
  'automatic-cash-out-not-yet':
    'Automatic cash-outs begin once all our servers are updated, so your bet stays as it is; try again later.',
  'automatic-cash-out-decided-now':
    'Your automatic cash-out has reached its amount and is being decided, so it stays as it is; look again in a few seconds.',
  'automatic-cash-out-above-payout':
    "This bet returns at most {{most:usdc}} USDC, so it can't be cashed out for more; sign a smaller amount.",
  'automatic-cash-out-or-not':
    "We can't tell yet whether your automatic cash-out was changed. Send it again to find out; your bet can be paid only once.",
  'automatic-cash-out-not-recorded': "Your automatic cash-out couldn't be changed; send it again.",
  'cash-out-fell':
    'The cash-out is now {{amount:usdc}} USDC, less than you signed, so your position stays open; sign again to accept it.',
  'cash-out-too-small': 'The smallest cash-out is 0.01 USDC, so your position stays open; get a new amount.',
  'cash-out-signature-invalid':
    "The signature doesn't match this cash-out, so your position stays open; sign it again in your wallet.",
  'cashed-out-or-not':
    "We can't tell yet whether your cash-out was paid. Send the same cash-out again to find out; it can be paid only once.",
  'cash-out-not-recorded': "The cash-out couldn't be recorded, so your position stays open; send it again.",
  'too-many-cash-outs': 'This market is too busy right now, so your position stays open; try again.',
  'cash-outs-not-recorded': "Cash-outs can't be recorded right now, so your position stays open; try again.",
  'no-such-bet': "That isn't one of your bets, so nothing was cashed out; check the bets in your profile.",
  'no-such-receipt': 'You have no bet with that number; nothing was changed.',
  'no-receipt-yet':
    "This bet isn't final on the blockchain, so it has no receipt; see its state in your history.",
} as const;
