import { createMarket } from '@tallystone/api/admin/create-market.ts';
import type { Actor } from '@tallystone/api/audit/record-audit.ts';
import { cashOut } from '@tallystone/api/betting/cash-out.ts';
import { changeLimits } from '@tallystone/api/betting/change-limits.ts';
import { placeBet } from '@tallystone/api/betting/place-bet.ts';
import { quoteCashOut } from '@tallystone/api/betting/quote-cash-out.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import type { Database } from '@tallystone/api/db/open-database.ts';
import { col, exists, rows } from '@tallystone/api/db/rows.ts';
import { lastSealed } from '@tallystone/api/ledger/last-sealed.ts';
import { sealBooks } from '@tallystone/api/ledger/seal-books.ts';
import { changeSettings } from '@tallystone/api/settings/change-settings.ts';
import { closeMarkets } from '@tallystone/api/settlement/close-markets.ts';
import { sql } from 'drizzle-orm';
import type { MovedDatabase } from '../database/moved-clock.ts';
import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from './betting.ts';
import { decideEnd, payAll, wonBy } from './settling.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MARKETS = 2;

/** Books that a demo's server could have written, day by day. */
export interface BooksOfDays {
  readonly bettors: readonly TestBettor[];
  /** The markets that still take bets. */
  readonly open: readonly TestMarket[];
  /**
   * Lives a day: markets open, and those of the day before are closed and paid or void. Bets, cash-outs, a limit of a user and
   * changed settings. Everything is sealed at its end.
   *
   * @returns the ids of its bets
   */
  live(day: { bets: number }): Promise<string[]>;
  /** Seals what is new. */
  seal(): Promise<void>;
}

/** @param bettors how many users bet in turn */
export async function openBooksOfDays(
  database: MovedDatabase,
  { bettors: count }: { bettors: number },
): Promise<BooksOfDays> {
  const { db, now } = database;
  await fundTheHouse(db);
  const betting = aBettingProcess(db, database);
  const bettors: TestBettor[] = [];
  for (let n = 0; n < count; n++) bettors.push(await aBettor(db));
  const [first] = bettors;
  if (first === undefined) throw new Error('the books need a bettor');
  let days = 0;
  let open: TestMarket[] = [];
  const seal = () => sealAll(database);
  await seal();
  return {
    bettors,
    get open() {
      return open;
    },
    seal,
    async live({ bets }) {
      days += 1;
      const due = open;
      open = await openMarkets(db, { day: days, now: now() });
      await changeSettings(db, {
        mode: 'demo',
        actor: SYSTEM,
        sent: { gameCap: days % 2 === 0 ? 9_000 : 8_000 },
      });
      const placed = await Promise.all(
        Array.from({ length: bets }, (_, n) => placeOne(betting, { bettors, market: open[n % MARKETS], n })),
      );
      await database.advance(2 * 60_000);
      // The first on each market.
      for (const n of [0, 1].filter((at) => at < bets)) await sell(betting, bettors[n % count], placed[n]);
      await changeLimits(db, { session: first.session, mode: 'demo', sent: { ownCap: 900 - (days % 800) } });
      await endMarkets(db, { due, admin: first, now: now() });
      await seal();
      await database.advance(DAY_MS);
      return placed;
    },
  };
}

const SYSTEM: Actor = { kind: 'command-line' };

async function openMarkets(db: Db, { day, now }: { day: number; now: Date }): Promise<TestMarket[]> {
  const opened: TestMarket[] = [];
  for (let n = 0; n < MARKETS; n++) {
    const { id: marketId = '' } = await createMarket(db, {
      mode: 'demo',
      actor: SYSTEM,
      now,
      form: {
        type: 'crypto',
        category: 'bitcoin',
        title: `Will it rain on day ${day} in town ${n}?`,
        outcomes: ['Yes', 'No'],
        eventDate: new Date(now.getTime() + 20 * HOUR_MS).toISOString(),
      },
    });
    const outcomes = await rows(
      db,
      { id: col.text },
      sql`select id from outcomes where market_id = ${marketId} order by position`,
    );
    opened.push({ marketId, outcomeIds: outcomes.map(({ id }) => id) });
  }
  return opened;
}

async function placeOne(
  betting: TestBetting,
  { bettors, market, n }: { bettors: readonly TestBettor[]; market: TestMarket | undefined; n: number },
): Promise<string> {
  const bettor = bettors[n % bettors.length];
  if (bettor === undefined || market === undefined) throw new Error('a bet needs a bettor and a market');
  const outcome = Math.floor(n / MARKETS) % 2;
  return (await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome, amount: 1 }))).id;
}

async function sell(betting: TestBetting, bettor: TestBettor | undefined, betId = ''): Promise<void> {
  if (bettor === undefined) throw new Error('a cash-out needs a bettor');
  const { amount } = await quoteCashOut(betting, { session: bettor.session, betId });
  if (amount === null) throw new Error(`bet ${betId} can't be sold`);
  await cashOut(betting, aCashOut(bettor, { betId, amount }));
}

/** The first of them is won, the others are void. */
async function endMarkets(
  db: Db,
  { due, admin, now }: { due: readonly TestMarket[]; admin: TestBettor; now: Date },
): Promise<void> {
  if (due.length === 0) return;
  await closeMarkets(db);
  for (const [at, market] of due.entries()) {
    await decideEnd(db, { market, result: at === 0 ? wonBy(market) : { kind: 'void' }, admin, now });
    await payAll(db, market);
  }
}

/** Seals all entries, however long other transactions of the database server keep them from it. */
export async function sealAll(database: Database): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const sealer = sealBooks({ database, headFile: null, onHead: () => undefined, onError });
  while (await exists(database.db, sql`select from entries e where e.id > (${lastSealed})`))
    await sealer.round();
  await sealer.stop();
}
