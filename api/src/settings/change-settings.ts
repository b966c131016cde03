import type { RequestBody, WireSettings } from '@tallystone/core/http-api';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { checkSettings, raisedAmounts, type Settings } from '@tallystone/core/settings/settings';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { lockSettings } from './get-settings.ts';
import { announceSettingsChange } from './settings-changes.ts';
import { wireSettings } from './wire-settings.ts';

/** Some of the settings as they crossed the wire: amounts in USDC. */
export type SentSettings = RequestBody<'changeSettings'>;

/**
 * Changes the settings that are sent and leaves the others. What is sent as it stands already changes
 * nothing and leaves no trace.
 *
 * @returns the settings as they are from now on
 * @throws HttpError `invalid-request` with a sentence per field; `second-admin-needed` for a raised amount
 *   in live mode. Nothing was changed then
 */
export async function changeSettings(
  db: Db,
  { mode, actor, sent }: { mode: 'demo' | 'live'; actor: Actor; sent: SentSettings },
): Promise<WireSettings> {
  return transaction(db, async (tx) => {
    const before = await lockSettings(tx, mode);
    const after = applySent(before, sent);
    requireAcceptable({ before, after }, mode);

    const wire = wireSettings(after);
    const was = wireSettings(before);
    const changed = names(wire).filter((name) => wire[name] !== was[name]);
    if (changed.length === 0) return wire;
    await saveSettings(tx, after, changed);
    await announceSettingsChange(tx);
    await recordAudit(tx, {
      actor,
      action: 'settings.change',
      subject: 'settings',
      before: only(was, changed),
      after: only(wire, changed),
    });
    return wire;
  });
}

/** Below every range: what is no amount of whole cents is judged like one that is too small. */
const NO_AMOUNT = microUsdc(-1n);

function applySent(settings: Settings, sent: SentSettings): Settings {
  const amount = (name: keyof AmountsSent): MicroUsdc => {
    const given = sent[name];
    return given === undefined ? settings[name] : (parseUsdc(given) ?? NO_AMOUNT);
  };
  return {
    autoImport: sent.autoImport ?? settings.autoImport,
    futuresTrading: sent.futuresTrading ?? settings.futuresTrading,
    realTimePrices: sent.realTimePrices ?? settings.realTimePrices,
    liquidityBudget: amount('liquidityBudget'),
    marketCap: amount('marketCap'),
    gameCap: amount('gameCap'),
    stakeCapLevel0: amount('stakeCapLevel0'),
    stakeCapLevel1: amount('stakeCapLevel1'),
    stakeCapLevel2: amount('stakeCapLevel2'),
  };
}

type AmountsSent = Omit<SentSettings, 'autoImport' | 'futuresTrading' | 'realTimePrices'>;

function requireAcceptable(change: { before: Settings; after: Settings }, mode: 'demo' | 'live'): void {
  const fields = checkSettings(change.after);
  const [problem] = Object.values(fields);
  if (problem !== undefined) {
    throw new HttpError('invalid-request', `${problem} No setting was changed.`, { facts: { fields } });
  }
  if (mode === 'live' && raisedAmounts(change).length > 0) {
    throw new HttpError(
      'second-admin-needed',
      'Raising a cap or budget needs a second admin. No setting was changed; lowering one needs nobody else.',
    );
  }
}

/** The column of each setting. */
const COLUMNS: Readonly<Record<keyof Settings, string>> = {
  autoImport: 'auto_import',
  futuresTrading: 'futures_trading',
  realTimePrices: 'real_time_prices',
  liquidityBudget: 'liquidity_budget',
  marketCap: 'market_cap',
  gameCap: 'game_cap',
  stakeCapLevel0: 'stake_cap_level_0',
  stakeCapLevel1: 'stake_cap_level_1',
  stakeCapLevel2: 'stake_cap_level_2',
};

async function saveSettings(tx: Tx, settings: Settings, changed: readonly (keyof Settings)[]): Promise<void> {
  const assignments = changed.map((name) => {
    const value = settings[name];
    return sql`${sql.identifier(COLUMNS[name])} = ${typeof value === 'boolean' ? value : String(value)}`;
  });
  await tx.execute(sql`update settings set ${sql.join(assignments, sql`, `)}`);
}

function names(settings: WireSettings): (keyof WireSettings)[] {
  // Built by wireSettings, which gives it the type's own fields.
  return Object.keys(settings) as (keyof WireSettings)[];
}

function only(settings: WireSettings, chosen: readonly (keyof WireSettings)[]): Partial<WireSettings> {
  return Object.fromEntries(chosen.map((name) => [name, settings[name]]));
}
