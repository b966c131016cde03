import { sql } from 'drizzle-orm';

/** For a row `m` of markets: its game is a game in play, whose bets wait for their delay and are never late. */
export const isInPlay = sql`exists (
  select from games where games.id = m.game_id and games.in_play_of is not null)`;
