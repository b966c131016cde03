import { placeBet } from '@tallystone/api/betting/place-bet.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { auditMarkets } from '../server/audit-markets.ts';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
} from './betting.ts';
import { decideEnd, payAll } from './settling.ts';

/** Correct books: three bets on a void market, and one on a feed market. */
export async function placeSomeBets({ db }: { db: Db }): Promise<void> {
  await fundTheHouse(db);
  const betting = aBettingProcess(db);
  const bettor = await aBettor(db);
  const market = await aMarket(db);
  for (const amount of [10, 20, 30]) {
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount }));
  }
  await decideEnd(db, { market, result: { kind: 'void' }, admin: bettor });
  await payAll(db, market);
  const ofFeed = await aFeedMarket(db);
  await moveFeedOdds(db, ofFeed, [2.2, 1.7]);
  await placeBet(betting, await aQuotedBet(betting, { bettor, market: ofFeed, amount: 40 }));
  await auditMarkets(db);
}
