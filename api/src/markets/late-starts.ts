import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { isStartOf, LATE_START } from '../ledger/late-start-rows.ts';

/** An update of the feed which says that a game began earlier than announced. */
export interface LateStart {
  readonly from: Date;
  /** The market's version made by the update. Bets at this version or later were placed after it was known. */
  readonly version: number;
}

/** For a row `m` of markets: whether the audit has a late start for it. */
export const hasLateStart = sql`exists (select from audit a where ${isStartOf})`;

/**
 * For a row `m` of markets: whether any open bets are late according to the audit. A live bet counts with the version at
 * which it was accepted, not the later one at which the chain made it final. Pending bets don't count here, because no
 * result is proposed until they are decided.
 */
export const hasOpenLateBets = sql`exists (
  select from audit a join bets b on b.market_id = m.id and b.priced_at is not null
    and b.placed_at >= (a.after ->> 'lateFrom')::timestamptz and coalesce(
      (select l.market_version from live_bets l where l.id = b.id), b.market_version) < (a.after ->> 'version')::bigint
  where ${isStartOf} and not exists (select from bet_endings e where e.bet_id = b.id))`;

/**
 * Records the update that makes bets late, in the transaction that applies it, after all other statements like every row
 * of the audit. Refunds depend on these rows alone, so that altering a market can't choose which bets are refunded.
 *
 * @param gameId the game of the update
 * @param began null: no bet is late according to the feed, whatever the market says
 * @param said the feed's raw answer
 */
export async function recordLateStart(
  tx: Tx,
  given: { marketId: string; gameId: string | null; began: Date | null; version: number; said: unknown },
): Promise<void> {
  const { marketId, gameId, began, version, said } = given;
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: LATE_START,
    subject: marketId,
    after: { game: gameId, lateFrom: began?.toISOString() ?? null, version, said },
    reason:
      began === null
        ? 'According to the feed, no bet was placed after the game began.'
        : 'The game began earlier than announced: bets placed after that are void.',
  });
}

/** The late starts of a market from the audit, in the order of their updates. */
export async function selectLateStarts(db: Db, marketId: string): Promise<LateStart[]> {
  return (
    (await lateStartsOf(db, { audit: sql`audit`, which: sql`a.subject = ${marketId}` })).get(marketId) ?? []
  );
}

/** The late starts of all markets, by market id. @param audit the rows to read */
export function selectAllLateStarts(db: Db, audit: SQL): Promise<Map<string, LateStart[]>> {
  return lateStartsOf(db, { audit, which: sql`true` });
}

async function lateStartsOf(
  db: Db,
  { audit, which }: { audit: SQL; which: SQL },
): Promise<Map<string, LateStart[]>> {
  const found = await rows(
    db,
    { subject: col.text, from: col.date, version: col.whole },
    sql`
      select a.subject, a.after ->> 'lateFrom' as from, a.after ->> 'version' as version
      from ${audit} a join markets m on ${isStartOf}
      where ${which}
      order by a.id`,
  );
  const starts = new Map<string, LateStart[]>();
  for (const { subject, ...start } of found) starts.set(subject, [...(starts.get(subject) ?? []), start]);
  return starts;
}

/** Whether a bet was placed after its game began but before the server knew that. @param bet columns of the bet */
export function isLateBy(starts: readonly LateStart[], bet: { placedAt: SQL; version: SQL }): SQL {
  const given = starts.map(({ from, version }) => ({ from: from.toISOString(), version }));
  return sql`exists (
    select from json_to_recordset(${JSON.stringify(given)}::json) as s("from" timestamptz, version bigint)
    where ${bet.placedAt} >= s."from" and ${bet.version} < s.version)`;
}

/** The same for a bet that was read. */
export function isLate(
  starts: readonly LateStart[],
  { placedAt, version }: { placedAt: Date; version: number },
): boolean {
  return starts.some((start) => placedAt >= start.from && version < start.version);
}

/** @returns null for no starts */
export function earliestOf(starts: readonly LateStart[]): Date | null {
  if (starts.length === 0) return null;
  return new Date(Math.min(...starts.map(({ from }) => from.getTime())));
}
