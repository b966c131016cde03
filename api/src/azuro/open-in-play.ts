import { delayedSportOf, delaySetting } from '@tallystone/core/in-play/delay';
import { expectedEnd } from '@tallystone/core/in-play/expected-end';
import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { clock } from '../db/read-clock.ts';
import { col, row, rows, values } from '../db/rows.ts';
import { games, markets } from '../db/schema/markets.ts';
import { transaction } from '../db/transaction.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { getSettings } from '../settings/get-settings.ts';
import { takesSeveralWinners } from './import-store.ts';
import { type NewFeedMarket, type NewOutcome, openFeedMarkets } from './open-feed-markets.ts';

/** The id of a game in play, from that of the game before its start. */
const inPlayId = (gameId: string): string => `in-play:${gameId}`;

/**
 * For rows `g` of games and `m` of their main markets: the game runs and may go in play, and betting in play is on. Without a price of
 * its main market the list couldn't show it. A game that was canceled or finished meanwhile doesn't go.
 */
const mayGo = sql`g.in_play_of is null and g.state = 'Live' and m.is_main and m.may_go_in_play and m.deleted_at is null
  and m.archived_at is null and m.state not in ('settled', 'void')
  and not exists (select from games p where p.in_play_of = g.id)
  and not exists (select from outcomes u where u.market_id = m.id and u.feed_odds is null)
  and (select s.in_play from settings s)`;

/**
 * Opens a game in play for each running game that the feed offers in play, once: a game and markets of their own, with their own
 * cap. So nothing that is found out later about the start concerns the bets on it. Each takes bets from the feed's next price on.
 *
 * @returns how many games went in play
 */
export async function openInPlay(db: Db, mode: 'demo' | 'live'): Promise<number> {
  const due = await values(
    db,
    col.text,
    sql`select g.id from games g join markets m on m.game_id = g.id where ${mayGo} order by g.id limit 50`,
  );
  // The same servers see neither bets in play nor markets with several winners as they are.
  if (due.length === 0 || !(await takesSeveralWinners(db, mode))) return 0;
  let opened = 0;
  for (const id of due) if (await transaction(db, (tx) => open(tx, { id, mode }))) opened += 1;
  return opened;
}

async function open(tx: Tx, { id, mode }: { id: string; mode: 'demo' | 'live' }): Promise<boolean> {
  await takeLock(tx, 'in-play');
  // Their stakes wait there.
  await openAccount(tx, { kind: 'orders' });
  await tx.execute(sql`select from games g where g.id = ${id} for update`);
  const { now, found } = await row(
    tx,
    { now: col.date, found: col.all(col.object(BEFORE)) },
    sql`
      with ${clock}
      select clock.now, (
        select json_agg(json_build_object('title', m.title, 'description', m.description, 'category', m.category,
          'subcategory', m.subcategory, 'isMain', m.is_main, 'group', m.market_group, 'name', m.own_name, 'line', m.line,
          'winners', m.winners, 'conditionId', m.azuro_condition_id, 'ofOutcome', m.azuro_outcome_id, 'outcomes', (
            select json_agg(json_build_object('id', o.azuro_outcome_id, 'name', o.name, 'odds', o.feed_odds::text) order by o.position)
            from outcomes o where o.market_id = m.id)) order by m.is_main desc, m.id)
        from markets m
        where m.game_id = ${id} and m.may_go_in_play and m.deleted_at is null and m.archived_at is null
          and m.state not in ('settled', 'void')
          and exists (select from games g join markets m on m.game_id = g.id where g.id = ${id} and ${mayGo})
      ) as found
      from clock`,
  );
  const [game] = await rows(
    tx,
    GAME,
    sql`select title, sport, league, country, state, starts_at from games where id = ${id}`,
  );
  const [main] = found;
  if (game === undefined || main === undefined) return false;
  const { subcategory } = main;
  const facts = {
    ...{ id: inPlayId(id), title: game.title, state: game.state, startsAt: game.startsAt },
    ...{ sport: { name: game.sport }, league: { name: game.league }, country: { name: game.country } },
    turnover: ZERO_USDC,
  };
  const fresh = found.flatMap(({ outcomes, group, name, ...market }): NewFeedMarket[] => {
    const ready = outcomes.flatMap(({ id, name: outcome, odds }): NewOutcome[] => {
      if (id === null) return [{ id, name: outcome, odds: null }];
      return odds === null ? [] : [{ id, name: outcome, odds }];
    });
    if (ready.length < outcomes.length) return [];
    return [
      {
        ...market,
        ...{
          game: facts,
          group: group ?? 'result',
          name: name ?? 'Winner',
          mayGoInPlay: true,
          pricedAt: now,
        },
        outcomes: ready,
      },
    ];
  });
  const settings = await getSettings(tx, mode);
  const delaySeconds = settings[delaySetting(delayedSportOf(subcategory))];
  const opened = await openFeedMarkets(
    tx,
    fresh,
    { ...settings, gameCap: settings.gameCapInPlay },
    {
      of: id,
      delaySeconds,
      endsAt: expectedEnd({ subcategory, startedAt: game.startsAt, clock: '' }, now),
    },
  );
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'game.in-play',
    subject: id,
    after: { delaySeconds, markets: opened.map((market) => market.id) },
    reason: 'The game has begun: bets on it wait from now on.',
  });
  return true;
}

const BEFORE = {
  title: col.text,
  description: col.text,
  category: col.oneOf(markets.category),
  subcategory: col.text,
  isMain: col.bool,
  group: col.oneOf(markets.group).orNull,
  name: col.text.orNull,
  line: col.number.orNull,
  winners: col.number,
  conditionId: col.text,
  ofOutcome: col.text.orNull,
  outcomes: col.list(col.object({ id: col.text.orNull, name: col.text, odds: col.odds.orNull })),
};

const GAME = {
  title: col.text,
  sport: col.text,
  league: col.text,
  country: col.text,
  state: col.oneOf(games.state),
  startsAt: col.date,
};
