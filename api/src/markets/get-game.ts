import type { WireGameMarket, WireGamePage } from '@tallystone/core/http-api/markets';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { games } from '../db/schema/markets.ts';
import { gameTitle } from './game-title.ts';
import { leagueName } from './league-name.ts';
import { listMarketsOfGame, type StoredMarket } from './stored-market.ts';
import { wireListedMarket } from './wire-listed-market.ts';
import { wireWinners } from './wire-winners.ts';

/** A game with its markets in their wire form, even after its end; null if no market is on it. */
export async function getGame(db: Db, id: string): Promise<WireGamePage | null> {
  const [game] = await rows(
    db,
    {
      title: col.text,
      league: col.text,
      country: col.text,
      state: col.oneOf(games.state),
      startsAt: col.date,
    },
    sql`select title, league, country, state, starts_at from games where id = ${id}`,
  );
  const markets = game === undefined ? [] : await listMarketsOfGame(db, id);
  if (game === undefined || markets.length === 0) return null;
  return {
    id,
    title: gameTitle(game.title),
    ...(game.league !== '' && { league: leagueName(game) }),
    startsAt: game.startsAt.toISOString(),
    state: game.state,
    markets: markets.map(wireGameMarket),
  };
}

function wireGameMarket(market: StoredMarket): WireGameMarket {
  const { group, name, line } = market;
  return {
    ...wireListedMarket(market),
    group,
    name,
    ...(line !== null && { line }),
    ...wireWinners(market),
  };
}
