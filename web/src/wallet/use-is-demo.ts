import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../data/queries.ts';

/** Whether all money here is practice money. False until known. */
export function useIsDemo(): boolean {
  return useQuery(configQuery).data?.mode === 'demo';
}
