import { cashOutCombo } from '@tallystone/api/combos/cash-out-combo.ts';
import { placeCombo } from '@tallystone/api/combos/place-combo.ts';
import { listMarketsWithLegs, resolveLegs } from '@tallystone/api/combos/resolve-legs.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { refundLateBets } from '@tallystone/api/settlement/refund-late-bets.ts';
import { sql } from 'drizzle-orm';
import type { MovedDatabase } from '../database/moved-clock.ts';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBettor,
  type TestMarket,
} from './betting.ts';
import { aCombo, aComboCashOut } from './combos.ts';
import { beginEarlier } from './late-starts.ts';
import { aFeedBet, decideEnd, endBetting, payAll, wonBy } from './settling.ts';

/** One combo of each fate, by its id. */
export interface SomeCombos {
  readonly bettor: TestBettor;
  readonly other: TestBettor;
  readonly admin: TestBettor;
  /** The market on which `open` waits. */
  readonly openMarket: TestMarket;
  readonly ids: Readonly<Record<ComboFate, string>>;
}

/** `part` has a void leg and is paid by the others, `late` has one that was placed after its game had begun. */
export type ComboFate = 'won' | 'lost' | 'void' | 'part' | 'late' | 'sold' | 'open';

/**
 * Combos of one bettor as the product places and ends them; `open` still has one open leg, a late one and a won one, and is another bettor's,
 * who placed a bet of 5 USDC before and after it.
 */
export async function someCombos({ db, advance, now }: MovedDatabase): Promise<SomeCombos> {
  await fundTheHouse(db);
  const betting = aBettingProcess(db);
  const [bettor, other, admin] = [await aBettor(db), await aBettor(db), await aBettor(db)];
  const markets: TestMarket[] = [];
  for (const at of [0, 1, 2, 3, 4, 5]) {
    const title = `Home ${at} vs Away ${at}`;
    markets.push(await aFeedMarket(db, { odds: [1.8 + at / 100, 2], title, pricedAt: now() }));
  }
  const [won, alsoWon, lost, voided, late, open] = markets as [
    TestMarket,
    TestMarket,
    TestMarket,
    TestMarket,
    TestMarket,
    TestMarket,
  ];
  const place = async (who: TestBettor, legs: readonly TestMarket[]) => {
    const sent = aCombo(who, { legs: legs.map((market) => ({ market })), amount: 10, odds: 1.5 });
    return (await placeCombo(betting, sent)).id;
  };
  const placedBetweenBets = async () => {
    const bet = { bettor: other, market: open, amount: 5, odds: 1.85 };
    await aFeedBet(betting, bet);
    const id = await place(other, [won, open, late]);
    await aFeedBet(betting, bet);
    return id;
  };
  const ids = {
    won: await place(bettor, [won, alsoWon]),
    lost: await place(bettor, [won, lost, open]),
    void: await place(bettor, [voided, late]),
    part: await place(bettor, [won, voided, alsoWon]),
    late: await place(bettor, [won, late]),
    sold: await place(bettor, [won, open]),
    open: await placedBetweenBets(),
  };
  await beginEarlier(db, {
    marketId: late.marketId,
    from: sql`(select c.placed_at from combos c where c.id = ${ids.void})`,
  });
  await refundLateBets(db, { marketId: late.marketId, chunk: 100, mode: 'demo' });
  await advance(61_000);
  await endMarket(db, { market: won, outcome: 0, admin, now: now() });
  await moveFeedOdds(db, open, [1.6, 2.4]);
  await cashOutCombo(db, aComboCashOut(bettor, { comboId: ids.sold, amount: 19 }));
  await endMarket(db, { market: alsoWon, outcome: 0, admin, now: now() });
  await endMarket(db, { market: lost, outcome: 1, admin, now: now() });
  await endMarket(db, { market: voided, outcome: 'void', admin, now: now() });
  await endMarket(db, { market: late, outcome: 0, admin, now: now() });
  return { bettor, other, admin, ids, openMarket: open };
}

/** Ends a market as a demo's admin decides, pays it, and ends the combos that end with it. */
export async function endMarket(
  db: Db,
  given: { market: TestMarket; outcome: number | 'void'; admin: TestBettor; now?: Date },
): Promise<void> {
  const { market, outcome, ...by } = given;
  await endBetting(db, market);
  const result = outcome === 'void' ? { kind: 'void' as const } : wonBy(market, outcome);
  await decideEnd(db, { market, result, ...by });
  await payAll(db, market);
  for (const marketId of await listMarketsWithLegs(db, 100))
    while (await resolveLegs(db, { marketId, chunk: 2 }));
}
