/** One-time hints for new users with a practice wallet. */
export const hints = {
  outcome: 'Pick an outcome. At odds of 1.85, a winning $10 returns $18.50.',
  stake: 'Enter a stake in practice USDC. It is the most you can lose.',
  signature: 'You sign this exact text. A real wallet asks you first.',
  label: 'Practice hint {{step}} of {{steps}}',
  step: '{{step}} of {{steps}}',
  gotIt: 'Got it',
  skip: 'Skip hints',
  noMore: 'No more hints.',
} as const;
