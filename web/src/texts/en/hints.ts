/** One-time hints for new users with a practice wallet. */
export const hints = {
  outcome: 'Pick an outcome below. The odds show what a winning stake returns: at 1.85, $10 returns $18.50.',
  stake:
    'Enter a stake in practice USDC. It is the most you can lose; the figures below show what a win returns.',
  signature:
    'This is the exact text that you sign. Place Bet signs it with the practice wallet; a real wallet asks you first.',
  label: 'Practice hint {{step}} of {{steps}}',
  step: '{{step}} of {{steps}}',
  gotIt: 'Got it',
  skip: 'Skip hints',
  noMore: 'No more hints.',
  wasLast: 'That was the last hint.',
} as const;
