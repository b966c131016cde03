/** The frame of the page that shows what the house has and owes. */
export const solvency = {
  what: 'What the house has, what it would owe in the worst case, and how anyone can check both.',
  practiceMoney: 'Practice money',
  asOf: 'As of <moment/>',
  readAgain: 'Refresh',
  notReadAgain: 'The figures could not be updated; these are from <moment/>.',
  theFigures: 'The figures',
  failedWhy: "This doesn't affect any money. Check your connection and try again.",
  reading: 'Loading the figures',
} as const;
