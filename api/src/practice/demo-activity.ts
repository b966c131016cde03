import { betMessage } from '@tallystone/core/betting/bet-message';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { ERROR_STATUS } from '@tallystone/core/http-api/error-status';
import { bookProbabilities } from '@tallystone/core/odds/book';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { requireServerKey } from '../db/server-keys.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { getStoredMarket, type StoredMarket } from '../markets/stored-market.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';
import { repeat } from '../rounds/repeat.ts';
import { chooseTrade, type TradedOutcome } from './choose-trade.ts';
import { topUpFromFaucet } from './faucet.ts';
import { openQuickMarkets } from './open-quick-markets.ts';
import { type PracticeTrader, requireTrader } from './practice-trader.ts';
import { isQuick, pick } from './top-up.ts';

/** How often a simulated trader bets while people look. */
const TRADE_EVERY_MS = 3000;
/** How often it looks for games that are about to start. */
const IMPORT_EVERY_MS = 15_000;
/** After the last look the demo stays alive this long, so that a forgotten tab doesn't fill the books. */
const LOOK_LASTS_MS = 30 * 60_000;
/** Their daily stake caps together last for hours of trades. */
const TRADERS = 200;
/** Traders bet on one of the markets that end next. */
const MARKETS_TRADED = 24;
/** Traders leave a market alone in its last seconds, so that their bets aren't refused. */
const LEFT_MS = 3000;

/** The quick markets and simulated traders of a demo. */
export interface DemoActivity {
  /** Called when a person reads markets. Resolves once quick markets are open. */
  looked(): Promise<void>;
  /** Runs the next round of the traders now, or joins the current one. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

interface DemoActivityDeps {
  db: Db;
  lists: StaleMarks;
  quote(query: {
    marketId: string;
    outcomeId: string;
    amount: string;
    session: Session;
  }): Promise<Pick<WireQuote, 'odds' | 'minOdds'>>;
  placeBet(sent: {
    session: Session;
    body: RequestBody<'placeBet'>;
    idempotencyKey: string | null;
  }): Promise<unknown>;
  /** Imports games that run or start in a few minutes. */
  importGames(): Promise<void>;
  now: () => Date;
  random: () => number;
  onError(error: unknown): void;
}

/** Keeps a demo alive while people look at it. Without readers it writes nothing. */
export function openDemoActivity(deps: DemoActivityDeps): DemoActivity {
  const { db, lists, now, random, onError } = deps;
  const traders = new Map<number, PracticeTrader>();
  let serverKey: Uint8Array | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let dueAt = Number.NEGATIVE_INFINITY;
  let importedAt = Number.NEGATIVE_INFINITY;

  const open = oneAtATime(async () => {
    const found = await transaction(db, (tx) => openQuickMarkets(tx, { now: now(), random }));
    dueAt = found.dueAt.getTime();
    for (const id of found.opened) lists.markStale(id);
  });
  /** The stream shows the games that it imports. */
  const importing = oneAtATime(deps.importGames);
  const importIfDue = () => {
    if (now().getTime() - importedAt < IMPORT_EVERY_MS) return;
    importedAt = now().getTime();
    void importing().catch(onError);
  };
  const openIfDue = () => (now().getTime() < dueAt ? Promise.resolve() : open());

  const rounds = repeat({
    everyMs: TRADE_EVERY_MS,
    async work() {
      if (now().getTime() - lookedAt > LOOK_LASTS_MS) return;
      importIfDue();
      await openIfDue();
      await trade();
    },
    onError,
  });

  async function trade(): Promise<void> {
    const market = await aMarket();
    if (market === null) return;
    const chosen = chooseTrade(outcomesOf(market), random);
    if (chosen === null) return;
    const { session, sign } = await aTrader();
    const { outcomeId, amount } = chosen;
    try {
      const at = { marketId: market.id, outcomeId };
      const { odds: current, minOdds } = await deps.quote({ ...at, amount: String(amount), session });
      const odds = minOdds ?? current;
      const text = betMessage({ amount: wireNumberText(amount), outcomeId, odds: wireNumberText(odds) });
      const body = { ...at, publicKey: session.wallet.text, amount, odds, signature: sign(text) };
      await deps.placeBet({ session, body, idempotencyKey: null });
    } catch (error) {
      // A trader may be refused like anyone else, such as at a daily cap. The next one bets instead.
      if (!(error instanceof HttpError) || ERROR_STATUS[error.code] >= 500) throw error;
    }
  }

  /** Half of the time a quick market, else one of those that end next. */
  async function aMarket(): Promise<StoredMarket | null> {
    const after = new Date(now().getTime() + LEFT_MS).toISOString();
    const found = await rows(
      db,
      { id: col.text, isQuick: col.bool },
      sql`
        select id, ${isQuick} as is_quick from markets
        where is_main and state = 'open' and not disabled and feed_halt is null and archived_at is null
          and deleted_at is null and closes_at > ${after}::timestamptz
        order by closes_at, id limit ${MARKETS_TRADED}`,
    );
    if (found.length === 0) return null;
    const quick = found.filter(({ isQuick }) => isQuick);
    const { id } = pick(quick.length > 0 && random() < 0.5 ? quick : found, random);
    return getStoredMarket(db, id);
  }

  async function aTrader(): Promise<PracticeTrader> {
    const number = Math.floor(random() * TRADERS);
    const known = traders.get(number);
    if (known !== undefined) {
      await topUpFromFaucet(db, known.session.userId, now());
      return known;
    }
    serverKey ??= await requireServerKey(db, 'practice-traders');
    const trader = await requireTrader(db, { serverKey, number, now: now() });
    traders.set(number, trader);
    return trader;
  }

  return {
    async looked() {
      lookedAt = now().getTime();
      importIfDue();
      // A list without quick markets is better than none.
      await openIfDue().catch(onError);
    },
    round: rounds.now,
    stop: rounds.stop,
  };
}

function outcomesOf({ book, outcomeIds }: StoredMarket): TradedOutcome[] {
  const priced = bookProbabilities(book);
  const fair = book.kind === 'lmsr' ? book.initialProbabilities : priced;
  return outcomeIds.map((id, index) => ({ id, fair: fair[index] ?? 0, priced: priced[index] ?? 0 }));
}
