/** What a newcomer with a practice wallet is told once. */
export const hints = {
  outcome: 'Pick an outcome below. Its odds say what a winning stake returns: at 1.85, $10 returns $18.50.',
  stake:
    'Type a stake in practice USDC. It is all you can lose, and the figures below show what a win returns.',
  signature: 'The practice wallet will show this same text. Sign it if it matches, reject it if it does not.',
  label: 'Practice hint {{step}} of {{steps}}',
  step: '{{step}} of {{steps}}',
  gotIt: 'Got it',
  skip: 'Skip hints',
  noMore: 'No more hints.',
  wasLast: 'That was the last hint.',
} as const;
