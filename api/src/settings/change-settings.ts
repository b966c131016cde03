import type { RequestBody } from '@tallystone/core/http-api';
import type { WireSettings } from '@tallystone/core/http-api/admin';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import { checkSettings, raisedAmounts, type Settings } from '@tallystone/core/settings/settings';
import { sql } from 'drizzle-orm';
import { type Audited, type JudgedProposal, proposeChange } from '../audit/propose-change.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { lockSettings } from './get-settings.ts';
import { announceSettingsChange } from './settings-changes.ts';
import { wireSettings } from './wire-settings.ts';

/** Some settings as the request sends them: amounts in USDC. */
export type SentSettings = RequestBody<'changeSettings'>;

/**
 * Changes the settings that are sent and leaves the others. Sending current values changes nothing and isn't audited.
 * In live mode, a raised amount waits for a second admin, together with everything sent with it.
 *
 * @returns the settings after the change
 * @throws HttpError `invalid-request` with a sentence per field; `second-admin-needed` when the command line raises
 *   an
 * amount in live mode. Nothing is changed then
 */
export async function changeSettings(
  db: Db,
  { mode, actor, sent }: { mode: 'demo' | 'live'; actor: Actor; sent: SentSettings },
): Promise<WireSettings & { waits?: { changeId: string } }> {
  return transaction(db, async (tx) => {
    const change = await judge(tx, { mode, sent });
    const { before, after, changed } = change;
    if (changed.length === 0) return wireSettings(before);
    if (mode === 'live' && raisedAmounts(change).length > 0) {
      const waits = await proposeChange(tx, {
        kind: 'change-settings',
        subject: 'settings',
        payload: sent,
        summary: summaryOf(change),
        actor,
        refusal: say('raise-needs-second'),
      });
      return { ...wireSettings(before), waits };
    }
    await recordAudit(tx, { actor, ...(await save(tx, change)) });
    return wireSettings(after);
  });
}

/** Judges a change that another admin proposed, against the current settings. @throws HttpError `invalid-request` */
export async function judgeSettingsChange(
  tx: Tx,
  asked: { mode: 'demo' | 'live'; sent: SentSettings },
): Promise<JudgedProposal> {
  const change = await judge(tx, asked);
  if (change.changed.length === 0) {
    throw new HttpError('invalid-request', say('settings-same'));
  }
  return {
    summary: summaryOf(change),
    make: async () => ({ marketIds: [], audited: await save(tx, change) }),
  };
}

interface Change {
  readonly before: Settings;
  readonly after: Settings;
  readonly changed: readonly (keyof Settings)[];
}

/** The settings stay locked until the transaction ends. */
async function judge(tx: Tx, { mode, sent }: { mode: 'demo' | 'live'; sent: SentSettings }): Promise<Change> {
  const before = await lockSettings(tx, mode);
  const after = applySent(before, sent);
  const fields = checkSettings(after);
  const [problem] = Object.values(fields);
  if (problem !== undefined) {
    throw new HttpError('invalid-request', say('no-setting-changed', { problem }), {
      facts: { fields },
    });
  }
  const [was, wire] = [wireSettings(before), wireSettings(after)];
  return { before, after, changed: names(wire).filter((name) => wire[name] !== was[name]) };
}

async function save(tx: Tx, { before, after, changed }: Change): Promise<Audited> {
  await saveSettings(tx, after, changed);
  await announceSettingsChange(tx);
  return {
    action: 'settings.change',
    subject: 'settings',
    before: only(wireSettings(before), changed),
    after: only(wireSettings(after), changed),
  };
}

/** Such as `Change the cap of a new game from 10000.00 to 12000.00 USDC.` */
function summaryOf({ before, after, changed }: Change): Message {
  const list = changed.map((name) => {
    const [was, is] = [before[name], after[name]];
    const what = say(`setting-${name}`);
    if (typeof was === 'boolean' || typeof is === 'boolean') {
      return say(is ? 'switched-on' : 'switched-off', { what });
    }
    return say('from-to', { what, before: usdcToNumber(was), after: usdcToNumber(is) });
  });
  return say('change-settings', { list });
}

/** Below every range, so an amount that isn't whole cents is refused like one that is too small. */
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
  // `wireSettings` returns exactly the type's fields.
  return Object.keys(settings) as (keyof WireSettings)[];
}

function only(settings: WireSettings, chosen: readonly (keyof WireSettings)[]): Partial<WireSettings> {
  return Object.fromEntries(chosen.map((name) => [name, settings[name]]));
}
