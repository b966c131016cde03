import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';
import type { Received } from './apply-updates.ts';
import type { ScoreUpdate } from './azuro-feed.ts';
import { decideScore } from './decide-follow.ts';
import { lockFollowed, saveFollowed } from './follow-store.ts';

/**
 * Applies scores and clocks of games in play, and ignores all others. A new score suspends their markets until a price that is
 * surely from after it, whichever of the feed's sockets is faster.
 */
export async function applyScores(db: Db, updates: readonly Received<ScoreUpdate>[]): Promise<void> {
  for (const update of updates) await transaction(db, (tx) => applyScore(tx, update));
}

async function applyScore(
  tx: Parameters<typeof lockFollowed>[0],
  update: Received<ScoreUpdate>,
): Promise<void> {
  const { markets, now } = await lockFollowed(tx, { by: 'game', ids: [update.id] });
  const inPlay = markets.filter((market) => market.inPlay !== null);
  const gameId = inPlay[0]?.gameId;
  if (gameId === undefined) return;
  const [home, away] = update.score;
  const [before] = await rows(
    tx,
    { home: col.number.orNull, away: col.number.orNull, clock: col.text, period: col.text },
    sql`select score_home as home, score_away as away, clock, period from games where id = ${gameId}`,
  );
  if (before === undefined) return;
  // The feed sends changes only, so the first score that arrives may be the first goal.
  const isOther = (before.home ?? 0) !== home || (before.away ?? 0) !== away;
  const isNewScore = isOther || update.isChanged === true;
  const isNew =
    isNewScore || before.home === null || before.clock !== update.clock || before.period !== update.period;
  if (!isNew) return;
  await tx.execute(sql`
    update games set score_home = ${home}, score_away = ${away}, clock = ${update.clock}, period = ${update.period}
    where id = ${gameId}`);
  const changes = inPlay.flatMap((market) => {
    const decision = decideScore(market, { ...update, isNewScore }, now);
    return decision.kind === 'changed' ? [{ before: market, ...decision }] : [];
  });
  await saveFollowed(tx, changes);
  await announceMarketChanges(
    tx,
    changes.map(({ after }) => after.id),
  );
}
