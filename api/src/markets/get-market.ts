import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { Db } from '../db/db.ts';
import { getStoredMarket } from './stored-market.ts';
import { wireMarket } from './wire-market.ts';

/** One market in its wire form, even after its end; null if there is no such market. */
export async function getMarket(db: Db, id: string): Promise<WireMarket | null> {
  const market = await getStoredMarket(db, id);
  return market === null ? null : wireMarket(market);
}
