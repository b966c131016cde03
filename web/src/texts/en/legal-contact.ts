/** Whom to ask, and what to say. */
export const legalContact = {
  operator:
    '{{product}} is run by whoever installed it, under their own name and responsibility. The operator of this installation has not published a name, address or licence here yet. Until that happens, ask the person or organisation who gave you this address.',
  before: 'Before you write',
  beforeNumber:
    'An error message comes with a request number, under “Details” where a list could not be loaded. Quote it: it leads straight to what happened.',
  beforeBet: "For a question about a bet, give its reference and the market's title from your profile.",
  beforeHolds:
    'What the house holds and owes, and how to check both and your own bets, is shown at <transparency>Transparency</transparency>.',
  beforeUp:
    'Whether the service is up is shown at <status>Status</status>. How programs talk to it is described in the <docs>API docs</docs>.',
  beforeKeys: 'Never send a key or recovery words to anyone, whoever asks.',
  disputes: 'Disputes',
  disputesTell:
    'If you think a market was decided or a bet was recorded wrongly, tell the operator as soon as you notice, with the reference and what you expected. Every bet, its signed text and each movement of money are kept, so that the question can be answered from the record.',
} as const;
