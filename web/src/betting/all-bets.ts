import type { WireBet } from '@tallystone/core/http-api/betting';
import { callApi } from '../data/api-client.ts';

/** The most bets in one response of the server. */
export const BETS_PER_PAGE = 500;

/** Every bet of the signed-in user, newest first, read page by page. */
export async function readAllBets(): Promise<WireBet[]> {
  const bets: WireBet[] = [];
  for (;;) {
    const last = bets.at(-1);
    const page = await callApi('listBets', last ? { query: { before: last.id } } : { query: {} });
    bets.push(...page);
    if (page.length < BETS_PER_PAGE) return bets;
  }
}
