import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { everyGroupCap } from '@tallystone/core/settings/market-caps';
import type { Settings } from '@tallystone/core/settings/settings';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';

/** The settings in force: what admins set, or the mode's default. */
export async function getSettings(db: Db, mode: 'demo' | 'live', lock?: SQL): Promise<Settings> {
  const stored = await storedSettings(db, lock);
  if (stored === undefined) throw new Error('the row of the settings is missing');
  const cap = (level: 0 | 1 | 2) =>
    stored[`stakeCapLevel${level}`] ?? dailyStakeCap({ mode, level, override: null });
  return { ...stored, stakeCapLevel0: cap(0), stakeCapLevel1: cap(1), stakeCapLevel2: cap(2) };
}

/** The same, locked until the transaction ends, so changes happen one after another. */
export async function lockSettings(tx: Tx, mode: 'demo' | 'live'): Promise<Settings> {
  return getSettings(tx, mode, sql`for update`);
}

const SETTINGS = {
  autoImport: col.bool,
  futuresTrading: col.bool,
  importTotals: col.bool,
  importHandicaps: col.bool,
  importBothScore: col.bool,
  importOddEven: col.bool,
  importCorrectScores: col.bool,
  importPlayers: col.bool,
  importPeriods: col.bool,
  importOthers: col.bool,
  realTimePrices: col.bool,
  inPlay: col.bool,
  inPlayDelaySoccer: col.number,
  inPlayDelayBasketball: col.number,
  inPlayDelayTennis: col.number,
  inPlayDelayOther: col.number,
  liquidityBudget: col.usdc,
  marketCap: col.usdc,
  ...everyGroupCap(col.usdc),
  gameCap: col.usdc,
  gameCapInPlay: col.usdc,
  comboBudget: col.usdc,
  stakeCapLevel0: col.usdc.orNull,
  stakeCapLevel1: col.usdc.orNull,
  stakeCapLevel2: col.usdc.orNull,
};

/** What admins set, as stored: null means the mode's default. */
export async function storedSettings(db: Db, lock: SQL = sql``): Promise<Row<typeof SETTINGS> | undefined> {
  const [found] = await rows(
    db,
    SETTINGS,
    sql`
      select auto_import, futures_trading, import_totals, import_handicaps, import_both_score, import_odd_even, import_correct_scores, import_players, import_periods, import_others, real_time_prices, in_play, in_play_delay_soccer, in_play_delay_basketball, in_play_delay_tennis, in_play_delay_other, liquidity_budget, market_cap, results_cap, totals_cap, handicaps_cap, both_score_cap, odd_even_cap, correct_scores_cap, players_cap, periods_cap, others_cap, game_cap, game_cap_in_play, combo_budget,
        stake_cap_level_0 as stake_cap_level0, stake_cap_level_1 as stake_cap_level1,
        stake_cap_level_2 as stake_cap_level2
      from settings ${lock}`,
  );
  return found;
}
