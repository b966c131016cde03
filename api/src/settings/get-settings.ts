import { dailyStakeCap } from '@tallystone/core/identity/daily-stake-cap';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Settings } from '@tallystone/core/settings/settings';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** What admins have set; where they have set nothing, the default of the mode. */
export async function getSettings(db: Db, mode: 'demo' | 'live'): Promise<Settings> {
  return selectSettings(db, mode, sql``);
}

/** The same, locked until the transaction ends: changes are made one after the other. */
export async function lockSettings(tx: Tx, mode: 'demo' | 'live'): Promise<Settings> {
  return selectSettings(tx, mode, sql`for update`);
}

async function selectSettings(db: Db, mode: 'demo' | 'live', lock: SQL): Promise<Settings> {
  const [row] = await rows<SettingsRow>(
    db,
    sql`
      select auto_import, futures_trading, real_time_prices, liquidity_budget::text, market_cap::text,
        game_cap::text, stake_cap_level_0::text, stake_cap_level_1::text, stake_cap_level_2::text
      from settings ${lock}`,
  );
  if (row === undefined) throw new Error('the row of the settings is missing');
  const cap = (level: 0 | 1 | 2, own: string | null) =>
    own === null ? dailyStakeCap({ mode, level, override: null }) : microUsdc(BigInt(own));
  return {
    autoImport: row.auto_import,
    futuresTrading: row.futures_trading,
    realTimePrices: row.real_time_prices,
    liquidityBudget: microUsdc(BigInt(row.liquidity_budget)),
    marketCap: microUsdc(BigInt(row.market_cap)),
    gameCap: microUsdc(BigInt(row.game_cap)),
    stakeCapLevel0: cap(0, row.stake_cap_level_0),
    stakeCapLevel1: cap(1, row.stake_cap_level_1),
    stakeCapLevel2: cap(2, row.stake_cap_level_2),
  };
}

interface SettingsRow {
  auto_import: boolean;
  futures_trading: boolean;
  real_time_prices: boolean;
  liquidity_budget: string;
  market_cap: string;
  game_cap: string;
  stake_cap_level_0: string | null;
  stake_cap_level_1: string | null;
  stake_cap_level_2: string | null;
}
