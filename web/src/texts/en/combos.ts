/** Combos on the account page. */
export const combos = {
  open: 'Open combos',
  ended: 'Finished combos',
  loading: 'Loading combos',
  title_one: 'Combo of {{count}} selection',
  title_other: 'Combo of {{count}} selections',
  returns: 'Possible return',
  oddsWere: 'was {{odds}}',
  selections: 'Selections',
  legOpen: 'Open',
  legWaits: 'Waiting for the result',
  legPaused: 'Paused',
  legVoid: 'Void, counts 1.00',
  startsAt: 'Starts',
  placedAt: 'placed',
  showOlder: 'Show older combos',
  olderFailed: 'Older combos could not be loaded.',
} as const;
