import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { Db } from '../db/db.ts';
import { getStoredMarket } from './stored-market.ts';
import { wireMarket } from './wire-market.ts';

/** One market as it crosses the wire, also after its end; null when there is none with that id. */
export async function getMarket(db: Db, id: string): Promise<WireMarket | null> {
  const market = await getStoredMarket(db, id);
  return market === null ? null : wireMarket(market);
}
