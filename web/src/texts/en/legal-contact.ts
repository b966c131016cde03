/** The legal terms on contact: whom to ask, and what to include. */
export const legalContact = {
  operator:
    '{{product}} is run by the party that installed it, under their own name and responsibility. The operator of this installation has not yet published a name, address or licence here. Until then, ask the person or organisation that gave you this address.',
  before: 'Before you write',
  beforeNumber:
    'An error message has a request number, under “Details” where a list could not be loaded. Please quote it; it shows us what happened.',
  beforeBet: "If you ask about a bet, give its reference and the market's title from your profile.",
  beforeHolds:
    '<transparency>Transparency</transparency> shows what the house has and owes, and how to check both and your own bets.',
  beforeUp:
    '<status>Status</status> shows whether the service is up. The <docs>API docs</docs> describe how programs use it.',
  beforeKeys: 'Never send a key or recovery words to anyone, no matter who asks.',
  disputes: 'Disputes',
  disputesTell:
    'If you think a market was decided wrongly or a bet was recorded wrongly, tell the operator as soon as you notice, with the reference and what you expected. Every bet, its signed text and every movement of money are kept, so the record can answer the question.',
} as const;
