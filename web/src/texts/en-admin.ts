import { addTexts } from './t.ts';

/** English texts of the dashboard, the guardian's page and the transparency page, which arrive with them. */
export const enAdmin = {} as const;

addTexts('en', enAdmin);
