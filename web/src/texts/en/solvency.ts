/** The frame of the page that shows what the house holds and owes. */
export const solvency = {
  what: 'What the house holds, what it would owe if everything went against it, and how anybody can check both.',
  practiceMoney: 'Practice money',
  asOf: 'As of <moment/>',
  readAgain: 'Read again',
  notReadAgain: 'The figures could not be read again; these are from <moment/>.',
  theFigures: 'The figures',
  failedWhy: 'This says nothing about the money, which is as it was. Check your connection and try again.',
  reading: 'Reading the books',
} as const;
