/** Categories of markets, by the id that server and addresses know them by. */
export const categories = {
  sports: 'Sports',
  politics: 'Politics',
  crypto: 'Crypto',
  entertainment: 'Entertainment',
  economics: 'Economics',
} as const;
