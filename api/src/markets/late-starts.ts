import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';

/** The feed said that a game began earlier than was said before. */
export interface LateStart {
  readonly from: Date;
  /** The market's version that this word made: bets of it and of later ones were placed knowing it. */
  readonly version: number;
}

const ACTION = 'market.late-start';
/** As text, and not a parameter, so that any plan can use the index of these rows. */
const isWord = sql.raw(`a.action = '${ACTION}'`);

/** For rows `m` of markets and `a` of the audit: a start from which on its bets are late, of its own game and no other. */
const isStartOf = sql`(${isWord} and a.subject = m.id and a.after ->> 'lateFrom' is not null
  and a.after ->> 'game' is not distinct from m.game_id)`;

/** For a row `m` of markets: the audit has a start from which on its bets are late. */
export const hasLateStart = sql`exists (select from audit a where ${isStartOf})`;

/**
 * For a row `m` of markets: bets that have not ended are late by the audit. A live bet is of the version at which it was
 * accepted, not of the later one at which the chain made it final. What is pending is not asked for: no result is proposed
 * until it is decided.
 */
export const hasOpenLateBets = sql`exists (
  select from audit a join bets b on b.market_id = m.id and b.priced_at is not null
    and b.placed_at >= (a.after ->> 'lateFrom')::timestamptz and coalesce(
      (select l.market_version from live_bets l where l.id = b.id), b.market_version) < (a.after ->> 'version')::bigint
  where ${isStartOf} and not exists (select from bet_endings e where e.bet_id = b.id))`;

/**
 * Writes the word of the feed that makes bets late, in the transaction that takes it over: last, as every row of the audit.
 * Bets are given back by these rows alone, so that altering a market does not choose them.
 *
 * @param gameId the game that the feed spoke of
 * @param began null: by the word of the feed no bet is late, whatever the market said
 * @param said the feed's answer as it came
 */
export async function recordLateStart(
  tx: Tx,
  given: { marketId: string; gameId: string | null; began: Date | null; version: number; said: unknown },
): Promise<void> {
  const { marketId, gameId, began, version, said } = given;
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: ACTION,
    subject: marketId,
    after: { game: gameId, lateFrom: began?.toISOString() ?? null, version, said },
    reason:
      began === null
        ? 'According to the feed, no bet was placed after the game began.'
        : 'The game began earlier than announced: bets placed after that are void.',
  });
}

/** The starts that the feed gave for a market, as the audit has them, in the order in which it did. */
export async function selectLateStarts(db: Db, marketId: string): Promise<LateStart[]> {
  return (await lateStartsOf(db, sql`a.subject = ${marketId}`)).get(marketId) ?? [];
}

/** Those of all markets, by their ids. */
export function selectAllLateStarts(db: Db): Promise<Map<string, LateStart[]>> {
  return lateStartsOf(db, sql`true`);
}

async function lateStartsOf(db: Db, which: SQL): Promise<Map<string, LateStart[]>> {
  const found = await rows(
    db,
    { subject: col.text, from: col.date, version: col.whole },
    sql`
      select a.subject, a.after ->> 'lateFrom' as from, a.after ->> 'version' as version
      from audit a join markets m on ${isStartOf}
      where ${which}
      order by a.id`,
  );
  const starts = new Map<string, LateStart[]>();
  for (const { subject, ...start } of found) starts.set(subject, [...(starts.get(subject) ?? []), start]);
  return starts;
}

/** Of a bet: it was placed when its game had begun, and before that was heard. @param bet when, and with which version */
export function isLateBy(starts: readonly LateStart[], bet: { placedAt: SQL; version: SQL }): SQL {
  const given = starts.map(({ from, version }) => ({ from: from.toISOString(), version }));
  return sql`exists (
    select from json_to_recordset(${JSON.stringify(given)}::json) as s("from" timestamptz, version bigint)
    where ${bet.placedAt} >= s."from" and ${bet.version} < s.version)`;
}

/** The same of a bet that was read. */
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
