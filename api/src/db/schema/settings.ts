import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, smallint } from 'drizzle-orm/pg-core';
import { changedIn, epoch, micro } from './columns.ts';

/** The admins' settings, in one row. Null means the default of the mode. */
export const settings = pgTable(
  'settings',
  {
    /** Always true: there is one row. */
    id: boolean().primaryKey().default(true),
    autoImport: boolean('auto_import').notNull().default(false),
    futuresTrading: boolean('futures_trading').notNull().default(false),
    /** Which markets of a game are imported besides those on its result. */
    importTotals: boolean('import_totals').notNull().default(true),
    importHandicaps: boolean('import_handicaps').notNull().default(true),
    importBothScore: boolean('import_both_score').notNull().default(true),
    importOddEven: boolean('import_odd_even').notNull().default(true),
    importCorrectScores: boolean('import_correct_scores').notNull().default(true),
    importPlayers: boolean('import_players').notNull().default(true),
    importPeriods: boolean('import_periods').notNull().default(true),
    importOthers: boolean('import_others').notNull().default(true),
    realTimePrices: boolean('real_time_prices').notNull().default(true),
    inPlay: boolean('in_play').notNull().default(true),
    /** How many seconds bets in play wait. */
    inPlayDelaySoccer: smallint('in_play_delay_soccer').notNull().default(8),
    inPlayDelayBasketball: smallint('in_play_delay_basketball').notNull().default(8),
    inPlayDelayTennis: smallint('in_play_delay_tennis').notNull().default(8),
    inPlayDelayOther: smallint('in_play_delay_other').notNull().default(8),
    /** F of a new market of the market maker. */
    liquidityBudget: micro('liquidity_budget').notNull().default(sql`10000000000`),
    /** The most that the house may lose on a new main market of a game, and on another one of each group. */
    marketCap: micro('market_cap').notNull().default(sql`5000000000`),
    resultsCap: micro('results_cap').notNull().default(sql`500000000`),
    totalsCap: micro('totals_cap').notNull().default(sql`500000000`),
    handicapsCap: micro('handicaps_cap').notNull().default(sql`500000000`),
    bothScoreCap: micro('both_score_cap').notNull().default(sql`500000000`),
    oddEvenCap: micro('odd_even_cap').notNull().default(sql`500000000`),
    correctScoresCap: micro('correct_scores_cap').notNull().default(sql`500000000`),
    playersCap: micro('players_cap').notNull().default(sql`100000000`),
    periodsCap: micro('periods_cap').notNull().default(sql`500000000`),
    othersCap: micro('others_cap').notNull().default(sql`500000000`),
    /** The same for all markets of a game. */
    gameCap: micro('game_cap').notNull().default(sql`10000000000`),
    /** The most that the house may lose on all markets of a game in play. */
    gameCapInPlay: micro('game_cap_in_play').notNull().default(sql`10000000000`),
    /** The most that the house may add to the stakes of all open combos together. */
    comboBudget: micro('combo_budget').notNull().default(sql`50000000000`),
    stakeCapLevel0: micro('stake_cap_level_0'),
    stakeCapLevel1: micro('stake_cap_level_1'),
    stakeCapLevel2: micro('stake_cap_level_2'),
    changedIn: changedIn(),
    epoch: epoch(),
  },
  (t) => [
    check('settings_one', sql`${t.id}`),
    check('settings_budget', sql`${t.liquidityBudget} >= 1000000000`),
    check('settings_combo_budget', sql`${t.comboBudget} >= 0`),
    check(
      'settings_group_caps',
      sql`least(${t.resultsCap}, ${t.totalsCap}, ${t.handicapsCap}, ${t.bothScoreCap}, ${t.oddEvenCap}, ${t.correctScoresCap}, ${t.playersCap}, ${t.periodsCap}, ${t.othersCap}) > 0`,
    ),
    check('settings_cap_in_play', sql`${t.gameCapInPlay} > 0`),
    check(
      'settings_delays',
      sql`least(${t.inPlayDelaySoccer}, ${t.inPlayDelayBasketball}, ${t.inPlayDelayTennis}, ${t.inPlayDelayOther}) >= 5 and greatest(${t.inPlayDelaySoccer}, ${t.inPlayDelayBasketball}, ${t.inPlayDelayTennis}, ${t.inPlayDelayOther}) <= 60`,
    ),
    check('settings_caps', sql`${t.marketCap} > 0 and ${t.gameCap} >= ${t.marketCap}`),
    check(
      'settings_stake_caps',
      sql`${t.stakeCapLevel0} >= 0 and ${t.stakeCapLevel1} >= 0 and ${t.stakeCapLevel2} >= 0`,
    ),
  ],
);
