/** The frame of the page that shows what the house has and owes. */
export const solvency = {
  what: 'What the house has and owes, and how to check it.',
  practiceMoney: 'Practice money',
  asOf: 'As of <moment/>',
  notReadAgain: 'Not updated since <moment/>.',
  theFigures: 'The figures',
  reading: 'Loading figures',
} as const;
