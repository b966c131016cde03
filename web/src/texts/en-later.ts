import { addTexts } from './t.ts';

/**
 * English texts of what people open after the first page: account, receipts, legal terms. What is loaded for it imports
 * this file, so that the first load stays small.
 */
export const enLater = {} as const;

addTexts('en', enLater);
