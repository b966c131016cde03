/** Categories of markets, by the id that the server and URLs use. */
export const categories = {
  sports: 'Sports',
  politics: 'Politics',
  crypto: 'Crypto',
  entertainment: 'Entertainment',
  economics: 'Economics',
} as const;
