import type { WireCombo } from '@tallystone/core/http-api/combos';
import { queryOptions } from '@tanstack/react-query';
import { COMBOS_KEY } from '../data/queries.ts';

/** Most combos in one answer from the server. */
export const COMBOS_PER_PAGE = 100;

/** The user's newest combos, newest first. */
export const combosQuery = queryOptions<WireCombo[]>({ queryKey: COMBOS_KEY });
