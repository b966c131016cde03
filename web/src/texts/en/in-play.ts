/** A market or a game while it is played: its score and period, and a bet that waits for its delay. */
export const inPlay = {
  inPlay: 'IN PLAY',
  // For screen readers, when the score changes.
  score: '{{title}}: {{home}} to {{away}}',
  running: 'Game running',
  half1: '1st half',
  half2: '2nd half',
  halfTime: 'Half time',
  fullTime: 'Full time',
  quarter1: '1st quarter',
  quarter2: '2nd quarter',
  quarter3: '3rd quarter',
  quarter4: '4th quarter',
  set1: '1st set',
  set2: '2nd set',
  set3: '3rd set',
  set4: '4th set',
  set5: '5th set',
  overtime: 'Overtime',
  extraTime: 'Extra time',
  penalties: 'Penalties',
  waits:
    "In play: your bet waits {{seconds}} seconds. It's placed only if the odds hold and betting isn't paused.",
  decidingIn: 'Deciding in {{seconds}} s',
  decidingNow: 'Deciding now',
  saleIn: 'Cash-out of {{amount}} or more: deciding in {{seconds}} s',
  saleNow: 'Cash-out of {{amount}} or more: deciding now',
} as const;
