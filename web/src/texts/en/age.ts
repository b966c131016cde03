/** The age notice, and the question in the bet dialog. */
export const age = {
  sentence: 'You must be 18+ to use this site. These are skill-based prediction markets, not gambling.',
  notice: 'Age notice',
  mark: '18+',
  accept: "I'm 18+ and Understand",
  terms: 'View Legal Terms',
  dismiss: 'Dismiss for this session',
} as const;
