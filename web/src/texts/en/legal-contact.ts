/** The legal terms on contact: whom to ask, and what to include. */
export const legalContact = {
  operator:
    'The party that installed {{product}} is responsible for it and has not yet published a name, address or licence here. Until then, ask the person who gave you this address.',
  before: 'Before you write',
  beforeNumber: 'For an error, quote its request number, sometimes under “Details”.',
  beforeBet: 'For a bet, quote its reference and market title from your profile.',
  beforeHolds:
    '<transparency>Transparency</transparency> shows what the house has and owes, and how to check that and your bets.',
  beforeUp:
    '<status>Status</status> shows whether the service is up. The <docs>API docs</docs> are for programs.',
  beforeKeys: 'Never send anyone a key or recovery words.',
  disputes: 'Disputes',
  disputesTell:
    'If a market was decided or a bet recorded wrongly, tell the operator at once, with the reference and what you expected. All bets, signed texts and money movements are kept as proof.',
} as const;
