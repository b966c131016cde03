import { readCsvText } from '@tallystone/core/csv/csv-text';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireCsvImportResult } from '@tallystone/core/http-api/admin-markets';
import { type GoodRow, type RejectedCell, readMarketRows } from '@tallystone/core/markets/read-market-rows';
import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Reason } from '@tallystone/core/sentences/all';
import { type Message, say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { col, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { lockPool } from '../ledger/lock-pool.ts';
import { poolBalance } from '../ledger/pool-slices.ts';
import { openMarkets } from '../markets/open-market.ts';
import { fundPool } from '../practice/fund-pool.ts';
import { getSettings } from '../settings/get-settings.ts';
import { customMarket } from './create-market.ts';
import { lockTitles, openTitles } from './market-titles.ts';

type SentCsv = RequestBody<'importCsv'>;

/**
 * Opens a market for each good row of a CSV in one transaction, and reports what is wrong with the other rows.
 *
 * @returns with `dryRun`, what an import would do; nothing is opened then
 * @throws HttpError `invalid-request` when the file as a whole can't be read. Nothing is opened then
 */
export async function importCsv(
  db: Db,
  request: { mode: 'demo' | 'live'; sent: SentCsv; actor: Actor; now: Date },
): Promise<WireCsvImportResult & { marketIds: string[] }> {
  const { mode, sent, actor, now } = request;
  // Before any lock, so an unreadable file costs little.
  const read = readCsvText(sent.csv);
  if (read.kind === 'refused') throw refusal(read.problem);
  return transaction(db, async (tx) => {
    const { futuresTrading, liquidityBudget } = await getSettings(tx, mode);
    const isDryRun = sent.dryRun === true;
    const taken = isDryRun ? await openTitles(tx, now) : await lockTitles(tx, now);
    const judged = readMarketRows(
      { rows: read.rows, columns: sent.columns },
      { now, futures: futuresTrading, taken: (key) => taken.has(key) },
    );
    if (judged.kind === 'refused') throw refusal(judged.problem);
    const sound = withoutWeights(judged, mode);
    const needed = microUsdc(liquidityBudget * BigInt(sound.good.length));
    // Practice money is unlimited.
    if (mode === 'demo' && !isDryRun) await fundPool(tx, needed);
    const pool = await (isDryRun ? poolOf(tx, { mode, needed }) : lockPool(tx).then(({ total }) => total));
    const { good, rejected } = fund(sound, { pool, lossBudget: liquidityBudget });

    const result = {
      imported: good.length,
      rejected: rejected.map(({ reason, ...cell }) => ({
        ...cell,
        reason: reason.sentence,
        why: reason.reason,
      })),
      ...messageOf({ good: good.length, rejected, isDryRun }),
    };
    if (isDryRun || good.length === 0) return { ...result, marketIds: [] };
    const opened = await openMarkets(
      tx,
      good.map(({ market }) => customMarket(market, liquidityBudget)),
    );
    if (opened.kind === 'refused') throw new Error('the pool holds less than it did under its lock');
    const marketIds = opened.markets.map(({ marketId }) => marketId);
    await recordAudit(tx, {
      actor,
      action: 'markets.import-csv',
      subject: `${good.length} markets`,
      after: {
        imported: good.length,
        rejectedRows: countRows(rejected),
        lossBudgetEach: formatUsdc(liquidityBudget),
        markets: marketIds,
      },
    });
    return { ...result, marketIds };
  });
}

function refusal(problem: Message): HttpError {
  return new HttpError('invalid-request', say('no-market-imported', { problem }));
}

interface Judged {
  readonly good: readonly GoodRow[];
  readonly rejected: readonly RejectedCell[];
}

/** In live mode, rejects rows with weights. */
function withoutWeights({ good, rejected }: Judged, mode: 'demo' | 'live'): Judged {
  const needsSecond = ({ market }: GoodRow) => mode === 'live' && market.isWeighted;
  return {
    good: good.filter((row) => !needsSecond(row)),
    rejected: [...rejected, ...reject(good.filter(needsSecond), say('row-weighted'))],
  };
}

const reject = (rows: readonly GoodRow[], reason: Message): RejectedCell[] =>
  rows.map(({ row }) => ({ row, column: null, reason }));

/** Keeps the rows that the pool can fund, in file order, and rejects the others. */
function fund(
  { good, rejected }: Judged,
  { pool, lossBudget }: { pool: MicroUsdc; lossBudget: MicroUsdc },
): Judged {
  const fundable = Number(pool / lossBudget);
  const reason = say('row-not-funded', { amount: usdcToNumber(lossBudget) });
  const unfunded = reject(good.slice(fundable), reason);
  return {
    good: good.slice(0, fundable),
    rejected: [...rejected, ...unfunded].sort((a, b) => a.row - b.row),
  };
}

/** The pool's balance when the markets would open. */
async function poolOf(
  db: Db,
  { mode, needed }: { mode: 'demo' | 'live'; needed: MicroUsdc },
): Promise<MicroUsdc> {
  if (mode === 'demo') return needed;
  return value(db, col.usdc, sql`select coalesce(${poolBalance}, 0)`);
}

function countRows(rejected: readonly RejectedCell[]): number {
  return new Set(rejected.map(({ row }) => row)).size;
}

function messageOf(of: { good: number; rejected: readonly RejectedCell[]; isDryRun: boolean }): {
  message: string;
  messageReason?: Reason;
} {
  const bad = countRows(of.rejected);
  if (of.isDryRun) {
    const could = of.good === 1 ? '1 market can be imported' : `${shown(of.good)} markets can be imported`;
    if (bad === 0) return { message: could };
    return { message: bad === 1 ? `${could}; 1 row cannot` : `${could}; ${shown(bad)} rows cannot` };
  }
  const done = importedOf(of.good);
  const { sentence, reason } = bad === 0 ? done : withRejected(done, bad);
  return { message: sentence, messageReason: reason };
}

function importedOf(good: number): Message {
  if (good === 0) return say('csv-imported-none');
  return good === 1 ? say('imported-one-market') : say('imported-markets', { count: good });
}

function withRejected(done: Message, bad: number): Message {
  return bad === 1 ? say('csv-rejected-one', { done }) : say('csv-rejected', { done, count: bad });
}

const shown = (count: number) => count.toLocaleString('en-US');
